/**
 * The share of a whole run's CPU seconds that a file of tests may take, with the processes that it starts: about 25 s on
 * two quiet cores. Beside a load a file takes more of them, and so does the run, but not at each moment the same: files
 * that take 20 s on a quiet machine stay below it on any.
 */
export const maxShare = 0.015

/**
 * The files of the short run that may take longer, each with its reason, longest first. They start first: begun last, one
 * would run on beside a core that has nothing left to do.
 */
export const slowFiles: Readonly<Record<string, string>> = {
  "packages/conformance/test/kit.test.ts": "The whole suite over kinds and over every family, on both databases.",
  "packages/conformance/test/faults.test.ts": "Some 690 wrong servers, each held to the suite.",
  "apps/server/test/server.test.ts": "Servers and commands that are started and ended, on both databases.",
  "apps/server/test/conformance.test.ts": "The suite over all families of the server, on both databases.",
  "apps/server/test/evaluations/walk.test.ts": "Whole evaluations over each surface, with a kill and a browser.",
  "packages/conformance/test/right-servers.test.ts": "Ten right servers, each held to the suite.",
  "tooling/faults/test/faults.test.ts": "Kills of servers beneath clients.",
  "tooling/bootstrap/test/bootstrap.test.ts": "Installations by npm and pnpm, each a process of its own.",
  "packages/conformance/test/command.test.ts": "The suite by its command, several times.",
  "tooling/readme/test/packages.test.ts": "Every program of every README, over databases of their own.",
  "packages/database/test/pglite.test.ts": "Engines that are stopped and started again in directories of their own.",
  "apps/server/test/processes.test.ts": "Servers that share a database.",
  "packages/views/test/validation/hostile.test.ts": "Some hundred hostile inputs, which end threads.",
  "tooling/readme/test/embedding-guide.test.ts": "Hosts by the guide, each in a process of its own.",
  "packages/conformance/test/trace-faults.test.ts": "Wrong servers of traces, each held to the suite.",
  "tooling/faults/test/histories.test.ts":
    "Many writes and reads at two processes, and whether some order explains them.",
  "apps/server/test/identity/programs.test.ts": "Programs that sign in by browser, each in a process of its own.",
  "apps/server/test/docs-examples.test.ts": "The example of every operation, over each surface.",
  "apps/server/test/statements.test.ts": "The operations of the server, with their statements watched.",
  "tests/shares/shares.test.ts":
    "Floods of each sort of work of one organization, beside another's, on both databases.",
  "tests/tenancy/access.test.ts": "Every operation by every sort of caller, in a project of every family.",
  "tests/tenancy/ids.test.ts": "Every place of every operation that takes an ID, with those of others.",
  "tests/tenancy/statements.test.ts": "Statements without their conditions on the tenant, each through its calls.",
  "packages/views/test/processes/processes.test.ts": "Processes that write and are killed, on both databases.",
  "packages/evals/test/runs/kills.test.ts": "Workers in processes of their own, which are killed, on both databases.",
  "packages/cli/test/cli.test.ts": "The help and the example of every command of the command line.",
  "apps/server/test/secrets.test.ts": "A server with all that it writes, on both databases.",
  "packages/database/test/host-pool-failures.test.ts":
    "Servers of its own that are frozen and killed beneath a host's pool.",
  "tests/imports/imports.test.ts": "Imports in parts, applied again and refused, on both databases.",
  "tests/pages/react-views.test.ts": "Components that are attacked in a browser of their own.",
  "tooling/readme/test/blocks.test.ts": "The types of every block of every page.",
  "packages/evals/test/runs/engine.test.ts": "Evaluations with each end that an attempt can have, on both databases.",
  "tooling/readme/test/backups.test.ts": "Backups by the commands of their page, on both databases.",
  "packages/database/test/postgres-failures.test.ts":
    "Servers of its own that are frozen and killed beneath the kit's pool.",
  "tooling/postgres/test/startPostgres.test.ts": "Clusters that are made, killed and started again.",
  "packages/conformance/test/quick.test.ts": "The quick suite, several times.",
  "packages/conformance/test/own-families.test.ts":
    "Wrong servers of families of a host's own, each held to the suite.",
  "tooling/fuzz/test/bodies.test.ts": "Bodies of every route, each beside a good one of its size.",
  "packages/conformance/test/own-validation.test.ts":
    "Servers with validations of a host's own, each held to the suite."
}
