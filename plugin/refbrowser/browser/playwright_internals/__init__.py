"""What refbrowser knows of Playwright and Chromium beyond their public interfaces: to be checked when Playwright changes.

========================  ==========================================================================================
``wording``               the error texts that decide what an error is
``package``               the driver's files: the revisions of its browsers, the features that it switches off
``driver``                how the driver starts and ends: its compile cache, the future that reports its end
``download_guid``         the name of a download's file until it is saved: Chromium's identifier of it
``cdp_command``           how a message goes to the driver without the records that Playwright keeps of each call
``http_credentials``      how the credentials of a context are changed after it was made
``listeners``             a listener's signature is read at each event, unless it brings one
``console_messages``      whether the driver sends a page's console, which is up to who listens for it
``utility_world``         the name of Playwright's isolated world
``engine.script``         a selector engine is evaluated once per document and may return a detached element
========================  ==========================================================================================

``tests/playwright_internals`` provokes each row in a real browser; ``./dev newest`` runs it against the newest Playwright.
"""
