package io.pgconvoy.status.adapter.http;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;

/** Why a call has no answer: RFC 9457, with our error word as {@code code}. */
public record Problem(String type, String title, int status, String code, String detail) {
    static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(int status, String code, String detail) {
        String title = Response.Status.fromStatusCode(status).getReasonPhrase();
        return new Problem("about:blank", title, status, code, detail);
    }

    ResponseBuilder response() {
        return Response.status(status).type(MEDIA_TYPE).entity(this);
    }
}
