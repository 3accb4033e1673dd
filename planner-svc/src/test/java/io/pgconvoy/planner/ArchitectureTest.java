package io.pgconvoy.planner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** domain ← application ← adapters ← wiring; frameworks, Kafka, drivers and SQL only at the edge. */
@AnalyzeClasses(packages = "io.pgconvoy.planner", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule layersPointInwards = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("wiring")
            .definedBy("io.pgconvoy.planner")
            .layer("kafka")
            .definedBy("io.pgconvoy.planner.adapter.kafka..")
            .layer("postgres")
            .definedBy("io.pgconvoy.planner.adapter.postgres..")
            .layer("application")
            .definedBy("io.pgconvoy.planner.application")
            .layer("domain")
            .definedBy("io.pgconvoy.planner.domain")
            .whereLayer("wiring")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("kafka")
            .mayOnlyBeAccessedByLayers("wiring")
            .whereLayer("postgres")
            .mayOnlyBeAccessedByLayers("wiring")
            .whereLayer("application")
            .mayOnlyBeAccessedByLayers("kafka", "postgres", "wiring");

    @ArchTest
    static final ArchRule theDomainIsPure = classes()
            .that()
            .resideInAPackage("io.pgconvoy.planner.domain")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java.lang..",
                    "java.util..",
                    "java.nio.charset..",
                    "io.pgconvoy.contract",
                    "io.pgconvoy.planner.domain");

    /** Beyond the domain it knows the fold, what a request was read as, how adapters say that something failed, and a logger. */
    @ArchTest
    static final ArchRule theApplicationKnowsNoFrameworkNoDriverAndNoKafka = classes()
            .that()
            .resideInAPackage("io.pgconvoy.planner.application")
            .should()
            .onlyDependOnClassesThat()
            .haveNameMatching("\\[.*|java\\.(lang|time|util)\\..*|io\\.pgconvoy\\.contract\\.(state\\.)?[A-Z].*"
                    + "|io\\.pgconvoy\\.planner\\.(domain|application)\\..*"
                    + "|io\\.pgconvoy\\.contract\\.wire\\.RequestReader\\$Reading.*"
                    + "|io\\.pgconvoy\\.postgres\\.FailureException|org\\.jboss\\.logging\\.Logger");

    @ArchTest
    static final ArchRule onlyThePostgresAdapterAndTheWiringKnowPostgres = noClasses()
            .that()
            .resideOutsideOfPackages("io.pgconvoy.planner.adapter.postgres", "io.pgconvoy.planner")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.sql\\..*|org\\.postgresql\\..*|io\\.pgconvoy\\.postgres\\.(?!FailureException).*");

    @ArchTest
    static final ArchRule jsonIsTheContractsBusiness =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("com.fasterxml..", "jakarta.json..");

    @ArchTest
    static final ArchRule nothingIsInjectedIntoFields = fields().should().notBeAnnotatedWith(Inject.class);

    @ArchTest
    static final ArchRule onlyTheWiringProduces =
            methods().that().areAnnotatedWith(Produces.class).should().beDeclaredIn(PlannerWiring.class);

    @Test
    void sqlIsWrittenOnlyInThePostgresAdapter() throws IOException {
        Pattern sql = Pattern.compile("\"[^\"]*\\b(SELECT|INSERT INTO|ALTER TABLE|CREATE INDEX|TRUNCATE|FROM pg_)\\b");
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<Path> withSql = sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> sql.matcher(read(file)).find())
                    .toList();

            assertThat(withSql).isNotEmpty().allMatch(file -> file.toString().contains("/adapter/postgres/"));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
