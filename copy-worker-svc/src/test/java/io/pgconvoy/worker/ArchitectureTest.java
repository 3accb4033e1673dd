package io.pgconvoy.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

@AnalyzeClasses(packages = "io.pgconvoy.worker", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule layersPointInwards = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("wiring")
            .definedBy("io.pgconvoy.worker")
            .layer("adapter")
            .definedBy("io.pgconvoy.worker.adapter..")
            .layer("application")
            .definedBy("io.pgconvoy.worker.application")
            .layer("domain")
            .definedBy("io.pgconvoy.worker.domain")
            .whereLayer("wiring")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("adapter")
            .mayOnlyBeAccessedByLayers("wiring")
            .whereLayer("application")
            .mayOnlyBeAccessedByLayers("adapter", "wiring");

    @ArchTest
    static final ArchRule theMiddleKnowsNoFrameworkAndNoDriver = classes()
            .that()
            .resideInAnyPackage("io.pgconvoy.worker.domain", "io.pgconvoy.worker.application")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java.lang..",
                    "java.time..",
                    "java.util..",
                    "java.nio.charset..",
                    "io.pgconvoy.contract",
                    "io.pgconvoy.worker.domain",
                    "io.pgconvoy.worker.application");

    @ArchTest
    static final ArchRule onlyThePostgresAdapterAndTheWiringKnowPostgres = noClasses()
            .that()
            .resideOutsideOfPackages("io.pgconvoy.worker.adapter.postgres", "io.pgconvoy.worker")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.postgresql..", "io.pgconvoy.postgres..");

    @ArchTest
    static final ArchRule nothingIsInjectedIntoFields = fields().should().notBeAnnotatedWith(Inject.class);

    @ArchTest
    static final ArchRule onlyTheWiringProduces =
            methods().that().areAnnotatedWith(Produces.class).should().beDeclaredIn(WorkerWiring.class);
}
