package io.pgconvoy.status;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

/** domain ← application ← adapters ← wiring; frameworks only at the edge. */
@AnalyzeClasses(packages = "io.pgconvoy.status", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] WORLDS = {
        "io.quarkus..",
        "io.smallrye..",
        "jakarta..",
        "org.eclipse..",
        "org.apache.kafka..",
        "com.fasterxml..",
        "org.jboss..",
        "java.net..",
        "java.sql..",
        "io.pgconvoy.contract.wire.."
    };

    @ArchTest
    static final ArchRule DOMAIN_IS_PURE = noClasses()
            .that()
            .resideInAPackage("..status.domain..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(WORLDS)
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("..status.application..", "..status.adapter..", "io.pgconvoy.status");

    @ArchTest
    static final ArchRule APPLICATION_KNOWS_NO_FRAMEWORK = noClasses()
            .that()
            .resideInAPackage("..status.application..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(WORLDS)
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("..status.adapter..", "io.pgconvoy.status");

    @ArchTest
    static final ArchRule ADAPTERS_DO_NOT_KNOW_EACH_OTHER = noClasses()
            .that()
            .resideInAPackage("..status.adapter.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..status.adapter.kafka..", "org.apache.kafka..");

    @ArchTest
    static final ArchRule NOTHING_IS_INJECTED_INTO_FIELDS = fields().should().notBeAnnotatedWith(Inject.class);

    @ArchTest
    static final ArchRule ONLY_THE_WIRING_PRODUCES =
            methods().that().areAnnotatedWith(Produces.class).should().beDeclaredIn(StatusWiring.class);
}
