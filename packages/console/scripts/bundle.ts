import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from "rolldown"
import { directory, hashesOf, type Manifest } from "./browser-scripts.ts"

const console = join(import.meta.dirname, "..")
const root = join(console, "..", "..")

/** The package that a bundled module is of. */
const packageOf = (module: string): string | undefined => {
  const at = module.lastIndexOf(`${sep}node_modules${sep}`)
  if (at === -1) return undefined
  const rest = module.slice(at).split(sep)
  const depth = rest[2]?.startsWith("@") ? 4 : 3
  return module.slice(0, at) + rest.slice(0, depth).join(sep)
}

/** The licences of what is bundled, which ask to be passed on with it. */
const licences = (modules: ReadonlyArray<string>): string => {
  const packages = new Set(modules.map(packageOf).filter((found) => found !== undefined))
  return [...packages]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
      const text = file === undefined ? license : readFileSync(join(folder, file), "utf8").trim()
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${"-".repeat(80)}\n\n`)
}

const inRepository = (module: string) => relative(root, module).replaceAll(sep, "/")

/** Writes the chunks, then the manifest that names them, and then removes those of bundles before. */
const publish = (chunks: ReadonlyArray<OutputChunk>): void => {
  mkdirSync(directory, { recursive: true })
  const draft = mkdtempSync(join(dirname(directory), ".browser-"))
  const write = (file: string, content: string) => {
    writeFileSync(join(draft, file), content)
    renameSync(join(draft, file), join(directory, file))
  }
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(root))
  const main = chunks.find(({ isEntry }) => isEntry)!.fileName
  try {
    for (const { fileName, code } of chunks) write(fileName, code)
    write("LICENSES.txt", licences(modules))
    const own = modules.filter((id) => packageOf(id) === undefined).map(inRepository)
    const imports = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
    const loads = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.dynamicImports]))
    const manifest: Manifest = { main, imports, loads, inputs: hashesOf(own) }
    write("manifest.json", JSON.stringify(manifest, undefined, 2))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  const kept = new Set([...chunks.map(({ fileName }) => fileName), "LICENSES.txt", "manifest.json"])
  for (const file of readdirSync(directory)) if (!kept.has(file)) rmSync(join(directory, file))
}

const browser = (...path: ReadonlyArray<string>) => join(console, "src", "browser", ...path)

const input: InputOptions = {
  platform: "browser",
  resolve: { conditionNames: ["@agent-operations/source", "browser", "import", "default"] },
  transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
  onLog: (_level, { message }) => {
    throw new Error(message)
  }
}

const generate = async (entry: string, output: OutputOptions): Promise<ReadonlyArray<OutputChunk>> => {
  const bundle = await rolldown({ ...input, input: entry })
  const made = await bundle.generate({ minify: true, ...output })
  await bundle.close()
  return made.output.filter((file) => file.type === "chunk")
}

/** A script that imports nothing, to be put into a document. */
const generateScript = (entry: string, name: string) =>
  generate(entry, { format: "iife", entryFileNames: name, codeSplitting: false })

/**
 * Bundles `src/browser/main.ts`, and what it imports when a page needs it, into chunks named by their content, and the two
 * scripts of the frame in which React page views run.
 */
export const bundle = async (): Promise<void> => {
  const names = "[name]-[hash].js"
  publish([
    ...(await generate(browser("main.ts"), { format: "esm", entryFileNames: names, chunkFileNames: names })),
    ...(await generateScript(browser("sandbox", "frame", "main.ts"), "view-frame.js")),
    ...(await generateScript(browser("sandbox", "worker", "main.ts"), "view-worker.js"))
  ])
}
