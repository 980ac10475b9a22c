/** Compiles `otlp.proto` by pbjs, or with `--check` fails if what is committed is not what it compiles to. */
import { join } from "node:path"
import { promisify } from "node:util"
import { pbjs } from "protobufjs-cli"
import { writeGenerated } from "../../../tooling/readme/src/documents/writeGenerated.ts"

const otlp = join(import.meta.dirname, "..", "src", "otlp")
const left = ["create", "verify", "convert", "delimited", "typeurl", "service", "comments"].map(
  (part) => `--no-${part}`
)
const options = [
  "-t",
  "static-module",
  "-w",
  "esm",
  "-r",
  "agentOperationsOtlp",
  "--null-semantics",
  ...left,
  join(otlp, "otlp.proto")
]
const compiled = String(await promisify(pbjs.main)(options))

/** Without what is for another linter, and for those who import all of it by default. */
const ours = (text: string) =>
  text.replace(/^\/\*eslint-disable.*\n/, "").replace(/\nexport \{\n {2}\$root as default\n\};\n$/, "")

writeGenerated(
  "packages/traces/src/otlp/generated/otlp.ts",
  `/* oxlint-disable */\n// @ts-nocheck -- its types are in ../message.ts\n${ours(compiled)}`
)
