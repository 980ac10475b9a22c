/** Bundles the command line into `dist`, with all that it needs: `node scripts/bundle.ts [directory]`. */
import { basename, dirname, join } from "node:path"
import { rolldown } from "rolldown"

const root = join(import.meta.dirname, "..")
const bundle = await rolldown({
  input: join(root, "src", "main.ts"),
  platform: "node",
  // It is there or not, for each system its own.
  external: ["@napi-rs/keyring"],
  resolve: { conditionNames: ["@agent-operations/source", "node", "import", "default"] }
})
const { output } = await bundle.write({
  dir: process.argv[2] ?? join(root, "dist"),
  format: "esm",
  minify: true,
  // A command of its own is known by its folder.
  chunkFileNames: ({ name, facadeModuleId }) =>
    name === "command" && facadeModuleId != null ? `${basename(dirname(facadeModuleId))}.js` : "[name].js"
})
await bundle.close()

const strangers = output.flatMap((file) =>
  file.type === "chunk" ? file.imports.filter((name) => !name.startsWith("node:") && !name.endsWith(".js")) : []
)
if (strangers.length > 0) throw new Error(`The command line needs ${strangers.join(", ")}`)
