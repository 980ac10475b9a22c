import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { directory, type Manifest } from "../scripts/browser-scripts.ts"

const manifest: Manifest = JSON.parse(readFileSync(new URL("manifest.json", `file://${directory}/`), "utf8"))

/** What is loaded where it is opened, and not with a page. */
const opened = /^(code-editor)-/

const withImports = (chunk: string): ReadonlyArray<string> => [
  chunk,
  ...(manifest.imports[chunk] ?? []).flatMap(withImports)
]

const kibibytes = (chunks: Iterable<string>) =>
  [...chunks].reduce((sum, chunk) => sum + gzipSync(readFileSync(`${directory}/${chunk}`)).length, 0) / 1024

describe("browser scripts", () => {
  it("take at most 60 KiB compressed on a page that has every feature, but for what is opened", () => {
    const features = manifest.loads[manifest.main]!.filter((chunk) => !opened.test(chunk))
    const starting = [manifest.main, ...features, ...features.flatMap((feature) => manifest.loads[feature] ?? [])]
    const chunks = new Set(starting.flatMap(withImports))
    assert.isAtMost(kibibytes(chunks), 60, [...chunks].join(", "))
  })

  it("that every page has take at most 8 KiB", () => {
    assert.isAtMost(kibibytes(new Set(withImports(manifest.main))), 8)
  })
})
