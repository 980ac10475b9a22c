/** CPU seconds that a file of tests may take, with the processes that it starts. */
export const maxSeconds = 20

/**
 * The files of the short run that may take longer, each with its reason, longest first. They start first: begun last, one
 * would run on beside a core that has nothing left to do.
 */
export const slowFiles: Readonly<Record<string, string>> = {
  "packages/conformance/test/kit.test.ts": "The whole suite over kinds and over every family, on both databases.",
  "packages/conformance/test/faults.test.ts": "Some 690 wrong servers, each held to the suite.",
  "packages/conformance/test/right-servers.test.ts": "Ten right servers, each held to the suite.",
  "apps/server/test/evaluations/walk.test.ts":
    "Whole evaluations on both databases, with a kill, a browser and every surface.",
  "apps/server/test/server.test.ts": "Servers that are started and ended, on both databases.",
  "apps/server/test/statements.test.ts": "The operations of the server, with their statements watched.",
  "tooling/readme/test/packages.test.ts": "Every program of every README, over databases of their own.",
  "packages/conformance/test/hosts.test.ts": "A stranger's host in a process of its own, held to the suite.",
  "apps/server/test/conformance.test.ts": "The suite over the server, on both databases.",
  "tooling/faults/test/faults.test.ts": "Kills of servers beneath clients.",
  "apps/server/test/processes.test.ts": "Servers that share a database.",
  "packages/conformance/test/command.test.ts": "The suite by its command, several times.",
  "apps/server/test/secrets.test.ts": "A server with all that it writes, on both databases.",
  "packages/database/test/pglite.test.ts": "Engines that are stopped and started again in directories of their own.",
  "packages/kit/test/examples-of-hosts.test.ts": "Examples of hosts, each in a process of its own.",
  "apps/server/test/docs-examples.test.ts": "The example of every operation, over each surface.",
  "packages/conformance/test/document.test.ts": "The suite over documents that are wrong.",
  "packages/evals/test/runs/kills.test.ts": "Workers in processes of their own, which are killed, on both databases.",
  "packages/conformance/test/own-families.test.ts": "The suite over a host's own families.",
  "packages/conformance/test/trace-faults.test.ts": "Wrong servers of traces, each held to the suite.",
  "packages/conformance/test/toy.test.ts": "The whole suite over the toy server.",
  "packages/conformance/test/quick.test.ts": "The quick suite, several times.",
  "tooling/readme/test/blocks.test.ts": "The types of every block of every page.",
  "apps/server/test/identity/prefix.test.ts": "A server behind a proxy, whose image may have to be made first.",
  "packages/conformance/test/tenancy.test.ts": "Every operation by every caller, on both databases.",
  "apps/server/test/identity/clients.test.ts": "Programs that sign in by browser, each in a process of its own.",
  "packages/views/test/validation/hostile.test.ts": "Some hundred hostile inputs, which end threads.",
  "packages/cli/test/cli.test.ts": "The command line, in a process of its own for many of its tests.",
  "tooling/readme/test/embedding-guide.test.ts": "Hosts by the guide, each in a process of its own.",
  "apps/server/test/identity/walk.test.ts": "Servers on both databases, with people in a browser.",
  "apps/server/test/docs.test.ts": "A server, and a client that knows only its pages.",
  "packages/console/test/traces.test.ts": "Pages of traces, runs and reviews over data of each sort.",
  "packages/console/test/react-views.test.ts": "Components that are attacked in a browser of their own.",
  "packages/console/test/traces-looks.test.ts": "Pages of traces in every look, in a browser.",
  "packages/console/test/looks.test.ts": "Pages in every look, in a browser.",
  "packages/console/test/lost-work.test.ts": "Forms in a browser, with a server that goes away.",
  "apps/server/test/imports.test.ts": "Servers that are killed during imports, on both databases.",
  "apps/server/test/identity/programs.test.ts": "Programs that sign in by browser, each in a process of its own.",
  "tooling/readme/test/backups.test.ts": "Backups by the commands of their page, on both databases.",
  "tooling/fuzz/test/fuzz.test.ts": "Every operation with drawn inputs, and the wire.",
  "packages/database/test/postgres-failures.test.ts": "Servers of its own that are frozen and killed."
}
