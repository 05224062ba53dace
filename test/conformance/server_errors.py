"""The check of server errors that Schemathesis runs here: a 5xx is a fault, but for the one that the API promises."""

import schemathesis

PROMISED = {"FUNCTION_DEPLOY_FAILED": "/api/public/cloud-functions"}


@schemathesis.check
def no_unpromised_server_error(ctx, response, case):
    if response.status_code < 500:
        return
    code = response.json().get("code")
    promised = code in PROMISED and case.operation.path.startswith(PROMISED[code])
    assert promised, f"answered {response.status_code} {code}"
