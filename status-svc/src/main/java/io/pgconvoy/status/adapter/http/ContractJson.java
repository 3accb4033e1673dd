package io.pgconvoy.status.adapter.http;

import io.pgconvoy.contract.wire.Codec;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Writes this service's answers with the contract's codec: the same JSON over HTTP, on topics and from the CLI. */
@Provider
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class ContractJson implements MessageBodyWriter<Object> {
    private final Codec codec = new Codec("pgconvoy/status");

    @Override
    public boolean isWriteable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return type.isRecord() && type.getName().startsWith("io.pgconvoy.status.");
    }

    @Override
    public void writeTo(
            Object answer,
            Class<?> type,
            Type genericType,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream out)
            throws IOException {
        out.write(codec.write(answer));
    }
}
