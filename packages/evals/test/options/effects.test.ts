import { Egress } from "@agent-operations/egress"
import { describeOptions, givenTo, numberOf, shownBy } from "@agent-operations/testing/options"
import { poolEffects, silentWorkers } from "@agent-operations/testing/silent-workers"
import { Duration, Effect, Exit, Layer, Redacted } from "effect"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { DatasetItems } from "../../src/datasets/DatasetItems.ts"
import { DatasetPurges } from "../../src/datasets/purge/DatasetPurges.ts"
import { SchemaChecker } from "../../src/datasets/schemas/SchemaChecker.ts"
import { FileReader } from "../../src/imports/thread/FileReader.ts"
import {
  apps,
  type AppsOptions,
  datasets,
  type DatasetsOptions,
  imports,
  type ImportsOptions,
  scorers
} from "../../src/index.ts"
import { Scorers, type ScorersOptions } from "../../src/scorers/index.ts"
import { secretKeys, Secrets } from "../../src/secrets/index.ts"
import type { ReviewsOptions } from "../../src/reviews/reviews.ts"
import { scoring } from "../scorers/support.ts"
import { ofApps, ofDatasets, ofImports, ofReviews, ofScorers } from "./described.ts"
import { host } from "./host.ts"

const code = { type: "code", language: "javascript", code: "export default () => 1" } as const
const check = Scorers.use((service) => service.check(code))

describeOptions<ScorersOptions>("scorers", ofScorers, {
  threads: () => {
    assert.strictEqual(numberOf(ofScorers.threads), limits.scorers["scorers that run at once, per process"].most)
    const layerWith = (options: ScorersOptions) => scorers(options).layer.pipe(Layer.provide(host))
    const score = Scorers.use((service) => service.score(scoring(code)))
    return poolEffects({ layerWith, job: score }).threads(ofScorers.threads)
  },
  // Without it a thread is started from the file, as in the tests of the sandbox.
  worker: async () => {
    const faults = [{ code: "SYNTAX_ERROR", message: "Told by the thread." }]
    const { started, worker } = silentWorkers([{ type: "ready" }, { type: "check", faults }])
    const found = await Effect.runPromise(Effect.provide(check, scorers({ worker }).layer.pipe(Layer.provide(host))))
    assert.deepStrictEqual([found, started.map(({ name }) => name)], [faults, ["scorers"]])
  }
})

const checkItems = SchemaChecker.use((service) =>
  service.check({ schemas: { input: "true", expected: null, metadata: null }, items: [] })
)

describeOptions<DatasetsOptions>("datasets", ofDatasets, {
  deadline: () => {
    const deadline = "7 seconds"
    assert.deepStrictEqual(givenTo(SchemaChecker, "layer", datasets, { deadline }), [{ deadline }, {}])
    const usual = Duration.toMillis(ofDatasets.deadline.default)
    assert.strictEqual(usual, limits.datasets["checking one write by the schemas"].most * 1000)
    // A thread first loads what it needs.
    return poolEffects({ layerWith: SchemaChecker.layer, job: checkItems, results: [[]] }).deadline(ofDatasets.deadline)
  },
  administers: () => {
    const administers = () => true
    const told = givenTo(DatasetPurges, "layer", datasets, { administers })
    assert.deepStrictEqual(told, [{ administers }, { administers: undefined }])
    shownBy("tests/datasets/datasets.test.ts", "owners and admins purge, as people")()
    shownBy("tests/evaluations/host.ts", "administers: () => true")()
  },
  evidence: () => {
    shownBy("tests/evaluations/evaluations.test.ts", "{ id: itemId, purged: true, evidence: 2 }")()
    shownBy("tests/datasets/datasets.test.ts", "{ id, purged: true, evidence: 0 }")()
  },
  // Without it a thread is started from the file, as in the tests of the checker.
  worker: async () => {
    const { started, worker } = silentWorkers([[], [{ index: 0, pointer: "", message: "Told by the thread." }]])
    assert.deepStrictEqual(givenTo(SchemaChecker, "layer", datasets, { worker }), [{ worker }, {}])
    const found = await Effect.runPromise(Effect.provide(checkItems, SchemaChecker.layer({ worker })))
    assert.deepStrictEqual([found.length, started.map(({ name }) => name)], [1, ["schemas"]])
  }
})

const held = { layer: Layer.succeed(DatasetItems, {} as never) }
const over = (options?: ImportsOptions) => imports(held, options)
const read = FileReader.use((reader) => reader.read([{ path: "a.jsonl", content: "" }], undefined))

describeOptions<ImportsOptions>("imports", ofImports, {
  scorers: shownBy(
    "tests/imports/imports.test.ts",
    "a host without scorers refuses those of a bundle",
    "a bundle's datasets and scorers are written"
  ),
  deadline: () => {
    const deadline = "7 seconds"
    assert.deepStrictEqual(givenTo(FileReader, "layer", over, { deadline }), [{ deadline }, {}])
    const usual = Duration.toMillis(ofImports.deadline.default)
    assert.strictEqual(usual, limits.imports["reading the files of an import"].most * 1000)
    return poolEffects({ layerWith: FileReader.layer, job: read }).deadline(ofImports.deadline)
  },
  // Without it a thread is started from the file, as in the tests of the reader.
  worker: async () => {
    const files = { datasets: [], scorers: [], errors: [] }
    const { started, worker } = silentWorkers([Buffer.from(JSON.stringify(files))])
    assert.deepStrictEqual(givenTo(FileReader, "layer", over, { worker }), [{ worker }, {}])
    const found = await Effect.runPromise(Effect.provide(read, FileReader.layer({ worker })))
    assert.deepStrictEqual([found, started.map(({ name }) => name)], [files, ["imports"]])
  }
})

const keys = secretKeys([7, 8].map((byte) => Redacted.make(Buffer.alloc(32, byte).toString("base64url"))))
const address = "http://127.0.0.1:9000"

describeOptions<AppsOptions>("apps", ofApps, {
  keys: () => {
    const make = (options = { keys }) => apps(options)
    assert.deepStrictEqual(givenTo(Secrets, "layer", make, { keys }), [keys, keys])
    shownBy("packages/evals/test/secrets/secrets.test.ts", "the first key encrypts, all decrypt")()
  },
  egress: async () => {
    const asks = (egress?: AppsOptions["egress"]) =>
      Effect.runPromise(
        Egress.use((way) => Effect.exit(way.check(address))).pipe(
          Effect.map(Exit.isSuccess),
          Effect.provide(apps({ keys, egress }).layer.pipe(Layer.provide(host)))
        )
      )
    assert.deepStrictEqual([await asks({ allow: [address] }), await asks()], [true, false])
  }
})

describeOptions<ReviewsOptions<unknown, unknown>>("reviews", ofReviews, {
  runs: () => {
    shownBy("tests/evaluations/evaluations.test.ts", "asks people about targets of a run")()
    shownBy("tests/reviews/reviews.test.ts", "const noRuns = await outcome(")()
  }
})
