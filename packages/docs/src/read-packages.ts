import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, extname, join, posix } from "node:path"
import type { Guide } from "./guide.ts"
import { codeBlock, table } from "./reference/markdown.ts"

interface Manifest {
  readonly name: string
  readonly description?: string
  readonly private?: boolean
}

const languages: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".tsx": "tsx",
  ".mjs": "js",
  ".json": "json",
  ".sh": "sh"
}

const manifestIn = (directory: string): Manifest | undefined => {
  const file = join(directory, "package.json")
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : undefined
}

/** The files of a package's examples, each as a page of code, and one for each folder of them. */
const examplesOf = (directory: string, root: string): ReadonlyArray<Guide> => {
  const files = globSync("examples/**/*.{ts,tsx,mjs,json,sh}", {
    cwd: directory,
    exclude: ["**/node_modules/**", "**/generated/**"]
  })
  const sources = files.sort().map((file): Guide => {
    const path = posix.join(root, file)
    const text = readFileSync(join(directory, file), "utf8").trimEnd()
    return {
      ...{ file: path, path, part: "Reference", title: posix.basename(file), summary: `An example: ${file}.` },
      text: `# ${file}\n\n${codeBlock(languages[extname(file)] ?? "", text)}`
    }
  })
  const folders = [...Map.groupBy(sources, ({ path }) => dirname(path))]
  return [
    ...folders.map(([folder, inside]): Guide => {
      const list = inside.map(({ title }) => `- [${title}](${title})`).join("\n")
      return {
        ...{ file: `${folder}/`, path: folder, part: "Reference", title: folder, summary: "Examples that run." },
        text: `# ${folder}\n\nThese files run as they are.\n\n${list}`
      }
    }),
    ...sources
  ]
}

/**
 * The packages of a repository as guides: their READMEs and examples, and one that lists the packages. `root` is the path of the
 * folder in its repository. A README that is another guide too is left to that one.
 *
 * @example
 * makeDocs({ families, guides: readPackages("packages", "packages") })
 */
export const readPackages = (
  directory: string,
  root: string,
  others: ReadonlyArray<Pick<Guide, "file">> = []
): ReadonlyArray<Guide> => {
  const elsewhere = new Set(others.map(({ file }) => file))
  const packages = readdirSync(directory).flatMap((folder) => {
    const at = join(directory, folder)
    const manifest = manifestIn(at)
    const isPublic = manifest !== undefined && manifest.private !== true && existsSync(join(at, "README.md"))
    return isPublic ? [{ at, folder, path: posix.join(root, folder), ...manifest }] : []
  })
  const rows = packages.map(({ folder, description = "" }) => [`[${folder}](${folder}/README.md)`, description])
  const guides: ReadonlyArray<Guide> = [
    {
      ...{ file: `${root}/README.md`, path: root, part: "Reference", title: "Packages" },
      summary: "What each package is for, with its README and its examples.",
      text: `# Packages\n\nInstall those that you need: each has a version of its own.\n\n${table(["Package", "What it is for"], rows)}`
    },
    ...packages.flatMap(({ at, name, path, description }) => [
      {
        ...{ file: `${path}/README.md`, path, part: "Reference" as const, title: name },
        ...{ summary: description, text: readFileSync(join(at, "README.md"), "utf8") }
      },
      ...examplesOf(at, path)
    ])
  ]
  return guides.filter(({ file }) => !elsewhere.has(file))
}
