package io.pgconvoy.status.adapter.http;

import io.pgconvoy.contract.wire.Nearest;
import io.pgconvoy.status.application.CatchUp;
import io.pgconvoy.status.application.Projections;
import io.pgconvoy.status.domain.MigrationList;
import io.pgconvoy.status.domain.Projection;
import io.pgconvoy.status.domain.TableList;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reading migrations. Answers only with the present: until the facts of before this start are read, with 503. */
@ApplicationScoped
@Path("/api/v1/migrations")
@Produces(MediaType.APPLICATION_JSON)
public class MigrationsResource {
    private final Projections projections;
    private final CatchUp catchUp;

    MigrationsResource(Projections projections, CatchUp catchUp) {
        this.projections = projections;
        this.catchUp = catchUp;
    }

    @GET
    public Response list() {
        return present(() -> Response.ok(MigrationList.of(projections.all())).build());
    }

    @GET
    @Path("{name}")
    public Response status(@PathParam("name") String name) {
        return present(
                () -> find(name).map(p -> Response.ok(p.status()).build()).orElseGet(() -> unknown(name)));
    }

    @GET
    @Path("{name}/tables")
    public Response tables(@PathParam("name") String name) {
        return present(
                () -> find(name).map(p -> Response.ok(TableList.of(p)).build()).orElseGet(() -> unknown(name)));
    }

    private Response present(Supplier<Response> answer) {
        return catchUp.waitingFor()
                .map(why -> Problem.of(503, "STATUS_NOT_READY", "not ready yet: " + why)
                        .response()
                        .header("Retry-After", 1)
                        .build())
                .orElseGet(answer);
    }

    private Optional<Projection> find(String name) {
        return projections.all().stream()
                .filter(p -> p.migration().value().equals(name))
                .findFirst();
    }

    private Response unknown(String name) {
        List<String> names = projections.names();
        String hint = Nearest.to(name, names)
                .map(nearest -> "; did you mean '" + nearest + "'?")
                .orElse(names.isEmpty() ? "; there are none yet" : "");
        return Problem.of(404, "MIGRATION_UNKNOWN", "no migration is named '" + name + "'" + hint)
                .response()
                .build();
    }
}
