/** Bundles the command line into `dist`, with all that it needs: `node scripts/bundle.ts [directory]`. */
import { readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { rolldown } from "rolldown"
import { isolatedDeclarationSync } from "rolldown/experimental"

const root = join(import.meta.dirname, "..")
const directory = process.argv[2] ?? join(root, "dist")

/** Bundles a module of `src` with all but what is brought, and with chunks whose names begin alike. */
const write = async (name: string, brought: ReadonlyArray<RegExp>, prefix: string) => {
  const bundle = await rolldown({
    input: join(root, "src", `${name}.ts`),
    platform: "node",
    external: [...brought],
    resolve: { conditionNames: ["@agent-operations/source", "node", "import", "default"] }
  })
  const { output } = await bundle.write({
    dir: directory,
    format: "esm",
    minify: true,
    // What each start needs is one file: modules that lazy ones share with it would have files of their own.
    // But for what says where compiled code is kept, which is needed before.
    codeSplitting: {
      groups: [
        { name: "directories", test: /src[\\/]directories\.ts$/, priority: 1 },
        { name: "run-main", test: /src[\\/]run-main\.ts$/ }
      ]
    },
    // A command of its own is known by its folder.
    chunkFileNames: ({ name, facadeModuleId }) =>
      name === "command" && facadeModuleId != null
        ? `${prefix}${basename(dirname(facadeModuleId))}.js`
        : `${prefix}[name].js`
  })
  await bundle.close()

  const strangers = output.flatMap((file) =>
    file.type === "chunk"
      ? file.imports.filter((name) => !/^node:|\.js$/.test(name) && !brought.some((allowed) => allowed.test(name)))
      : []
  )
  if (strangers.length > 0) throw new Error(`The command line needs ${strangers.join(", ")}`)
}

// It is there or not, for each system its own.
const keyring = /^@napi-rs\/keyring$/
await write("main", [keyring], "")

// A host's families are of its own copy of these.
await write("command-line", [keyring, /^effect(\/|$)/, /^@agent-operations\/contract(\/|$)/], "command-line.")
const source = join(root, "src", "command-line.ts")
const { code, errors } = isolatedDeclarationSync(source, readFileSync(source, "utf8"))
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"))
writeFileSync(join(directory, "command-line.d.ts"), code)
