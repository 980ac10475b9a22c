/**
 * Holds the sources to what the linter has no rule for, and says where they depart from it: double casts outside the
 * files that are listed with their number here, which only goes down, JSON Pointers that are put together by hand, tests
 * that lean on a clock which load or the calendar can break, or take either outcome, statements that see two moments, packages that do not record themselves for
 * `oneCopy`, and those that were never released and have not one changeset each.
 *
 * Takes the files to check as arguments; without any, it checks all, and the packages as wholes.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { clocks } from "./clocks.ts"
import { unrecorded, usesEffect } from "./copies.ts"
import { departures } from "./departures.ts"
import { fragmentsOf, moments } from "./moments.ts"
import { outcomes } from "./outcomes.ts"
import { publicPackages, root } from "./publicPackages.ts"
import { changesetsIn, noteFaults } from "./release/changesets.ts"

/** The double casts that are left, by file. */
const casts: Readonly<Record<string, number>> = {
  "packages/contract/src/core/family.ts": 1,
  "packages/contract/src/definition/definition-family.ts": 1,
  "packages/contract/src/definition/kind.ts": 1,
  "packages/contract/src/http-api.ts": 1,
  "packages/contract/src/standard-schema.ts": 1,
  "packages/contract/src/zod/convert.ts": 2,
  "packages/contract/src/zod/index.ts": 1,
  "packages/contract/test/views.test.ts": 3,
  "packages/definitions/src/definition-handlers.ts": 1,
  "packages/kit/test/access.test.ts": 2,
  "packages/kit/test/contract-examples.test.ts": 1,
  "packages/kit/test/hostile.test.ts": 1
}

const named = process.argv.slice(2)
const sourcesOf = (files: ReadonlyArray<string>) =>
  files.toSorted().map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

/** Programs beside the tests that measure, and are no tests. */
const measuring = ["packages/conformance/test/time/", "packages/conformance/test/toy/machine/"]

const isTest = (file: string) =>
  /^(\w+\/[\w-]+\/test|tests)\/|^tooling\/testing\/src\//.test(file) &&
  !file.endsWith(".test-d.ts") &&
  !measuring.some((folder) => file.startsWith(folder))

/** What asks a database for requests and workers: migrations run alone. */
const isServing = (file: string) => /^packages\/[\w-]+\/src\//.test(file) && !/migrations|\/testing\//.test(file)

const fragments = fragmentsOf(
  globSync("packages/*/src/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"))
)

type Sources = ReturnType<typeof sourcesOf>

const ofSources = (sources: Sources, listed: typeof casts) => [
  ...departures(sources, listed),
  ...sources.filter(({ file }) => isServing(file)).flatMap(({ file, text }) => moments(file, text, fragments)),
  ...sources
    .filter(({ file }) => isTest(file))
    .flatMap(({ file, text }) => [...clocks(file, text), ...outcomes(file, text)])
]

const ofFiles = (files: ReadonlyArray<string>) =>
  ofSources(
    sourcesOf(files.filter((file) => existsSync(join(root, file)))),
    Object.fromEntries(Object.entries(casts).filter(([file]) => files.includes(file)))
  )

const ofAll = () => {
  const sources = sourcesOf(
    globSync("{{packages,apps,tooling}/*/{src,test,examples,scripts},tests}/**/*.{ts,js,mjs}", { cwd: root })
  )
  const packages = publicPackages()
  /** Those that bring effect optionally, and those of which it runs nothing, are as good with a copy of their own. */
  const effectful = packages
    .filter(
      ({ peerDependencies, peerDependenciesMeta }) =>
        peerDependencies?.["effect"] !== undefined && peerDependenciesMeta?.["effect"] === undefined
    )
    .map(({ name, directory }) => ({
      name,
      texts: sources
        .filter(({ file }) => join(root, file).startsWith(join(directory, "src", "/")))
        .map(({ text }) => text)
    }))
    .filter(({ texts }) => texts.some(usesEffect))
  return [...ofSources(sources, casts), ...unrecorded(effectful), ...noteFaults(packages, changesetsIn(root))]
}

const found = named.length > 0 ? ofFiles(named) : ofAll()
for (const line of found) console.log(line)
process.exitCode = found.length === 0 ? 0 : 1
