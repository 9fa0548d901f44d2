"""Secrets are taken out of text that leaves the process."""

import json
import time

import pytest

from refbrowser.redact import MASK, is_secret_name, mask_spans, masked_body, masked_headers, redacted, source_spans


@pytest.mark.parametrize(
    ("text", "shown"),
    [("https://ada:lovelace@x.test/a", "https://•••@x.test/a"), ("wss://token@cloud.test/", "wss://•••@cloud.test/"),
     ("https://x.test/?token=abc&page=2", "https://x.test/?token=•••&page=2"), ("https://x.test/?page=2&api_key=abc#top", "https://x.test/?page=2&api_key=•••#top"),
     ("https://x.test/?apikey=1;secret=2", "https://x.test/?apikey=•••"), ("https://x.test/?X-Amz-Signature=abc", "https://x.test/?X-Amz-Signature=•••"),
     ("https://x.test/?access_token=abc", "https://x.test/?access_token=•••"), ("https://x.test/?PASSWORD=abc", "https://x.test/?PASSWORD=•••"),
     ("https://x.test/?sig=abc", "https://x.test/?sig=•••"), ("https://x.test/?design=oak", "https://x.test/?design=oak"),
     ("https://x.test/cb?code=SplxlOBeZQQYbYSWxSbIA&state=1", "https://x.test/cb?code=•••&state=1"), ("https://x.test/?code=EUR&key=price_desc", "https://x.test/?code=EUR&key=price_desc"),
     ("https://x.test/?SAMLResponse=PHNhbWw&RelayState=a", "https://x.test/?SAMLResponse=•••&RelayState=a"), ("https://x.test/?client_assertion=abc", "https://x.test/?client_assertion=•••"),
     ("https://x.test/?key=AIzaSyDabcdefghijk", "https://x.test/?key=•••"), ("https://x.test/?sp=r&se=2026-11-27T00:00:00Z", "https://x.test/?sp=r&se=•••"),
     ("mail ada@x.test", "mail ada@x.test"), ("https://x.test/@ada", "https://x.test/@ada"), ("", ""), ("no address", "no address"),
     ("two: http://a:b@x.test http://c:d@y.test", "two: http://•••@x.test http://•••@y.test")],
)  # fmt: skip
def test_users_and_secret_parameters_are_hidden_and_the_rest_is_kept(text: str, shown: str) -> None:
    assert redacted(text) == shown


@pytest.mark.parametrize(
    "name",
    ["Authorization", "cookie", "Set-Cookie", "proxy-authorization", "Proxy-Connection", "X-API-Key", "apikey", "X-Auth-Token", "x-csrf-token",
     "X-Amz-Signature", "Www-Authenticate", "x-session-id"],
)  # fmt: skip
def test_headers_that_carry_credentials_are_masked(name: str) -> None:
    assert masked_headers([(name, "abc")]) == [(name, MASK)]


def test_other_headers_are_shown_without_the_secrets_in_their_addresses() -> None:
    headers = [("Accept", "*/*"), ("Content-Length", "3"), ("Location", "/next?token=abc"), ("X-Author", "Ada")]
    assert masked_headers(headers) == [*headers[:2], ("Location", f"/next?token={MASK}"), headers[3]]


@pytest.mark.parametrize(
    ("body", "shown"),
    [('{"password": "a\\"b", "user": "ada"}', '{"password": "•••", "user": "ada"}'), ('{"pin_code":1234,"n":5}', '{"pin_code":"•••","n":5}'),
     ("user=ada&password=abc&page=2", "user=ada&password=•••&page=2"), ("new_password=abc", "new_password=•••"), ("secretary", "secretary"),
     ('{"tokens_used": "x", "note": "my password is safe"}', '{"tokens_used": "•••", "note": "my password is safe"}'), ("", "")],
)  # fmt: skip
def test_secret_fields_of_bodies_are_masked(body: str, shown: str) -> None:
    assert masked_body(body) == shown


@pytest.mark.parametrize(
    "name",
    ["pw", "pass", "user_pass", "pin", "passphrase", "jwt", "sid", "PHPSESSID", "session", "session_id", "sessionKey", "token[]", "tokens", "X-Auth", "x-csrf", "XSRF-TOKEN",
     "user%5Bpassword%5D", "user%255Bpassword%255D", "user[pw]", "login.pass", "newPassword", "oldPwd", "cardNumber", "card_number", "CVC2", "otp", "totp", "mfa", "sig", "apiKey",
     "client-secret", "auth", "Authorization", "private_key", "securityCode", "ns:Password", "contrase\u00f1a", "mot_de_passe",
     "mdp", "nova_senha", "kennwort"],
)  # fmt: skip
def test_names_of_secrets(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "user", "author", "authored_by", "passenger", "compass", "bypass_cache", "pinned", "spinner", "design", "assign", "session_count", "key", "keyword", "code", "country_code",
     "zip", "status", "monkey", "possessions", "side", "consider", "q", "page", "data", "value", "id", "123", "x" * 10_000],
)  # fmt: skip
def test_names_of_other_things(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('{"user":{"login":{"pw":"s3cret!"}}}', '{"user":{"login":{"pw":"•••"}}}'),
        ('[{"name":"password","value":"s3cret!"},{"name":"user","value":"ada"}]', '[{"name":"password","value":"•••"},{"name":"user","value":"ada"}]'),
        ('{"value":"s3cret!","name":"pin"}', '{"value":"•••","name":"pin"}'),
        ('{"body":"{\\"password\\":\\"s3cret!\\",\\"n\\":1}"}', '{"body":"{\\"password\\":\\"•••\\",\\"n\\":1}"}'),
        ('{"body":"user=ada&pass=s3cret!"}', '{"body":"user=ada&pass=•••"}'),
        ('{"query":"mutation { login(user: \\"ada\\", password: \\"s3cret!\\") { id } }"}', '{"query": "mutation { login(user: \\"ada\\", password: \\"•••\\") { id } }"}'),
        ("<login><user>ada</user><Password>s3cret!</Password></login>", "<login><user>ada</user><Password>•••</Password></login>"),
        ('<ns:pin type="a">s3cret!</ns:pin>', '<ns:pin type="a">•••</ns:pin>'),
        ("<login user='ada' pwd='s3cret!'/>", "<login user='ada' pwd=\"•••\"/>"),
        ("user%5Bname%5D=ada&user%5Bpassword%5D=s3cret%21", "user%5Bname%5D=ada&user%5Bpassword%5D=•••"),
        ("token%5B%5D=s3cret!&sid=s3cret!&a=1", "token%5B%5D=•••&sid=•••&a=1"),
        ('--b\r\nContent-Disposition: form-data; name="passphrase"\r\nContent-Type: text/plain\r\n\r\ns3cret!\r\n--b--', '--b\r\nContent-Disposition: form-data; name="passphrase"\r\nContent-Type: text/plain\r\n\r\n•••\r\n--b--'),
        ("grant_type=authorization_code&code=4/0AX4s3cret&state=x", "grant_type=authorization_code&code=•••&state=x"),
        ('{"code":"404x12"}', '{"code":"•••"}'),
        ('{"code":404,"key":"name","error_code":"E1234","code2":"not_found"}', '{"code":404,"key":"name","error_code":"E1234","code2":"not_found"}'),
    ],
)  # fmt: skip
def test_secrets_are_found_in_whatever_shape_a_body_has(body: str, shown: str) -> None:
    assert masked_body(body).replace('"body": ', '"body":').replace('"query":"', '"query": "') == shown
    assert "s3cret" not in masked_body(body)


@pytest.mark.parametrize(
    "code",
    [
        "const password='%'",
        'let clientSecret: string = "%"',
        "({password: `%`})",
        "let x={'api_key':'%'};x",
        "localStorage.setItem('token', '%')",
        "localStorage['token'] ||= '%'",
        "fetch('/x',{headers:{Authorization:'Bearer %'}})",
        "document.cookie = 'session=%'",
        "document.querySelector('#password').value = '%'",
        "document.querySelectorAll('input[name=\"pw\"]')[0].value = '%'",
        "form.elements.password.value = 'a' + \"%\"",
        "$('#password').val('%')",
        "page.fill('#password', 'it\\'s %')",
        "f('a', 'password', '%')",
        "if (token === '%') stop()",
        'query { login(password: "%") { id } }',
    ],
)
def test_secrets_are_found_in_code(code: str) -> None:
    script = code.replace("%", "s3cret!")
    shown = masked_body(script)
    assert ("s3cret" in shown, MASK in shown) == (False, True)
    assert shown[:6] == script[:6]
    inside = json.dumps({"arguments": {"script": script}, "user": "ada's"})
    assert "s3cret" not in masked_body(inside)
    assert json.loads(masked_body(inside))["user"] == "ada's"


def test_json_that_contains_quotes_of_code_stays_json() -> None:
    body = json.dumps({"text": "password:'", "more": "'", "list": ["token", "x'", "'token', 'x"]})
    assert json.loads(masked_body(body)).keys() == {"text", "more", "list"}


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    "text",
    ['"' * 100_000, '\\"' * 100_000, '"a":' * 50_000, '"a":"' * 50_000, "<a " * 50_000, "<a b=" * 50_000, "=" * 200_000, "&a" * 100_000, 'a:"' * 60_000, "{" * 200_000,
     '"password":"' * 20_000, '{"a":"{\\"' * 20_000, "content-disposition: form-data; name=\"pw\"\r\n\r\n" * 5_000, "<password>" * 20_000, " a='" * 50_000,
     "<input " * 50_000, "<input a='" * 50_000, '<input a="\'' * 50_000, "<input " + "a" * 300_000, "<input" + " " * 300_000, "<input a" + " " * 300_000,
     "token='\\" * 30_000, "a:\"b:'c:`" * 20_000, "'a'+" * 50_000, "a='b'+" * 40_000, "'a'])" * 40_000, "a     " * 40_000],
    ids=range(27),
)  # fmt: skip
def test_no_body_takes_long(text: str) -> None:
    part = text[: len(text) // 2]
    began = time.process_time()
    masked_body(part)
    redacted(part)
    source_spans(part, ["abcd"])
    assert time.process_time() - began < 2.5


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ('<input type=password value="s3cret!">', '<input type=password value="•••">'),
        ("<INPUT name='pw' value='s3cret!'>", "<INPUT name='pw' value='•••'>"),
        ("<input autocomplete='section-a cc-number' value=s3cret! id=x>", "<input autocomplete='section-a cc-number' value=••• id=x>"),
        ('<input type="hidden" name="csrf_token" value="s3cret!">', '<input type="hidden" name="csrf_token" value="•••">'),
        ("<input title='a > b' value='s3cret!' type=password>", "<input title='a > b' value='•••' type=password>"),
        ('<input value="" value="s3cret" type=password>', '<input value="" value="•••" type=password>'),
        ('<input type=password value="s3', '<input type=password value="s3'),
        ('<input name="user" value="ada"><p>value="s3cret"', '<input name="user" value="ada"><p>value="•••"'),
        ("<script>let t = 's3cret'</script>", "<script>let t = '•••'</script>"),
        ("<p title='s3&quot;cret'>", "<p title='•••'>"),
    ],
)  # fmt: skip
def test_what_secret_fields_hold_is_not_in_the_source(source: str, shown: str) -> None:
    assert mask_spans(source, source_spans(source, ["s3cret", 's3"cret', "ada"])) == shown


def test_a_long_body_is_searched_in_little_time() -> None:
    text = '"' + "token" * 200_000 + '"x"' * 50_000
    began = time.process_time()
    masked_body(text)
    assert time.process_time() - began < 5
