"""A check of schemathesis for `scripts/fuzz-api`: which call has ended the session of the pass."""

import json
import os
import urllib.error
import urllib.request

import schemathesis

# Empty for calls that may end it.
SESSION = json.loads(os.environ.get("FUZZ_API_SESSION") or "null")
has_ended = False


def is_signed_in():
    headers = {"x-api-access-token": SESSION["token"], "cookie": f"heuan_session={SESSION['session']}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(SESSION["url"], headers=headers), timeout=60):
            return True
    except urllib.error.HTTPError as error:
        # An overloaded shop has not ended it.
        return error.code not in (401, 403, 404)


@schemathesis.check
def session_lasts(ctx, response, case):
    """Asks for the account after each successful change, and fails once, for the call after which the session reads it no more."""
    global has_ended
    if not SESSION or has_ended or case.method in ("GET", "HEAD") or not 200 <= response.status_code < 300:
        return
    if not is_signed_in():
        has_ended = True
        raise AssertionError("this call has ended the session of the pass; list it in SIGNS_OUT of scripts/fuzz-api")
