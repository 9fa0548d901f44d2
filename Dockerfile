# The local server with Debian's Chromium, as a user without privileges. docs/containers.md says how to use it.
FROM debian:bookworm-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji libatomic1 python3 python3-venv tini \
    && rm -rf /var/lib/apt/lists/*

COPY . /opt/refbrowser/source
RUN python3 -m venv /opt/refbrowser/venv \
    && /opt/refbrowser/venv/bin/pip install --no-cache-dir --disable-pip-version-check '/opt/refbrowser/source[all]' \
    && ln -s /opt/refbrowser/venv/bin/refbrowser /usr/local/bin/refbrowser

RUN useradd --uid 1000 --create-home refbrowser \
    && install --directory --owner=refbrowser --group=refbrowser --mode=700 /data

# Docker's seccomp profile keeps Chromium's own sandbox from starting; the container is the sandbox.
ENV REFBROWSER_HOME=/data REFBROWSER_SANDBOX=0
USER refbrowser
WORKDIR /data
VOLUME /data
EXPOSE 8080

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["/opt/refbrowser/venv/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/health', timeout=4)"]

ENTRYPOINT ["tini", "--", "refbrowser"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--token-file", "/run/secrets/refbrowser_token"]
