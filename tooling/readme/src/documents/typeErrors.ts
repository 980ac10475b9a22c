import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "./blocks.ts"

/** A program of a document, and the package whose file it could be: `packages/http`. */
export interface Program {
  readonly title: string
  readonly owner: string
  /** `ts`, `tsx` or `js`. */
  readonly language: string
  readonly code: string
  /** The document, where the program is a file that others of the document import by its name. */
  readonly document?: string | undefined
}

/** The name of the file that a program is, which its first line says: `// server.ts`. */
export const fileNameOf = (code: string): string | undefined => /^\/\/ ([\w.-]+\.[cm]?[jt]s)\n/.exec(code)?.[1]

const tsc = join(root, "node_modules", ".bin", "tsc")

const settings = (files: ReadonlyArray<string>) => ({
  extends: join(root, "tooling", "typescript", "base.json"),
  // What a document makes and leaves for its reader to use is no mistake.
  compilerOptions: {
    noEmit: true,
    // What the packages' sources say is known from the run before.
    incremental: true,
    tsBuildInfoFile: join(root, ".cache", "blocks.tsbuildinfo"),
    declaration: false,
    declarationMap: false,
    noUnusedLocals: false,
    allowJs: true,
    checkJs: true
  },
  files
})

const compile = (project: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(tsc, ["--project", project, "--pretty", "false"], { cwd: root }, (error, stdout) => {
      // The compiler exits with 1 or 2 where it has errors to tell, and tells them on its standard output.
      if (error !== null && stdout === "") reject(error)
      else resolve(stdout)
    })
  })

/**
 * Compiles programs, each as a module of its own inside its package, where imports mean what they mean to the package.
 * Answers the compiler's errors, by the titles of the programs that have any.
 */
export const typeErrors = async (
  programs: ReadonlyArray<Program>
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const directories = new Map<string, string>()
  const directoryOf = (owner: string): string => {
    const known = directories.get(owner)
    if (known !== undefined) return known
    const cache = join(root, owner, ".cache")
    mkdirSync(cache, { recursive: true })
    const made = mkdtempSync(join(cache, "blocks-"))
    directories.set(owner, made)
    return made
  }
  try {
    const titles = new Map<string, string>()
    for (const [index, { owner, title, language, code, document }] of programs.entries()) {
      const name = document === undefined ? undefined : fileNameOf(code)
      const folder = join(directoryOf(owner), name === undefined ? "" : document!.replaceAll(/\W/g, "-"))
      mkdirSync(folder, { recursive: true })
      const file = join(folder, name ?? `${index}.${language}`)
      writeFileSync(file, code)
      titles.set(relative(root, file), title)
    }
    const project = join(directoryOf("tooling/readme"), "tsconfig.json")
    writeFileSync(project, JSON.stringify(settings([...titles.keys()].map((file) => join(root, file)))))
    // What explains an error stands indented below it.
    const lines = (await compile(project)).split("\n").filter((line) => /^\S/.test(line))
    return Map.groupBy(lines, (line) => titles.get(line.slice(0, line.indexOf("("))) ?? "the compiler")
  } finally {
    for (const directory of directories.values()) rmSync(directory, { recursive: true, force: true })
  }
}
