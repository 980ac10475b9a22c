import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { Pglite, privateDirectory, readPrivateFile } from "../src/index.ts"
import { emptyImage, noOtherUser, reachedByAnotherUser } from "./databases.ts"
import { open, startProcess, temporaryDirectory } from "./support.ts"

const stranger = 65_534

/** A directory that others can list, so that only what is made in it can keep them out. */
const openDirectory = Effect.tap(temporaryDirectory, (directory) => Effect.sync(() => chmodSync(directory, 0o755)))

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

const refusal = (directory: string) =>
  Effect.map(Effect.flip(privateDirectory(directory)), (error) => {
    assert.strictEqual(error.reason, "DirectoryNotPrivate")
    assert.notInclude(error.message + error.hint, "\n")
    return `${error.message} ${error.hint}`
  })

/** Leaves a directory as an earlier version did. */
const openToAll = (directory: string) => {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
  for (const path of paths) chmodSync(join(path.parentPath, path.name), path.isDirectory() ? 0o755 : 0o666)
  chmodSync(directory, 0o755)
}

describe("the directory of PGlite, as another user", () => {
  it.live("cannot be listed, read or written from its creation on, with any umask", ({ skip }) =>
    Effect.gen(function* () {
      if (noOtherUser !== undefined) return skip(noOtherUser)
      const start = Effect.fnUntraced(function* (umask: string) {
        const directory = yield* openDirectory
        const data = join(directory, "not", "there")
        const writer = yield* startProcess("write", data, "1", umask)
        // From the first file on.
        const first = join(data, "pglite.unfinished", "PG_VERSION")
        yield* eventually(
          "the first file",
          Effect.sync(() => existsSync(first))
        )
        assert.deepStrictEqual(reachedByAnotherUser(directory), [`lists ${directory}`])
        assert.strictEqual(yield* writer.line, "1")
        assert.deepStrictEqual(reachedByAnotherUser(directory), [`lists ${directory}`])
        // Nor where a directory above was opened.
        chmodSync(data, 0o755)
        chmodSync(join(data, ".."), 0o755)
        const open = [directory, join(data, ".."), data].map((path) => `lists ${path}`)
        assert.deepStrictEqual(reachedByAnotherUser(directory), open)
      })
      yield* Effect.all([start("000"), start("077")], { concurrency: "unbounded" })
    })
  )

  it.live("is closed at the start where an earlier version left it open", ({ skip }) =>
    Effect.gen(function* () {
      if (noOtherUser !== undefined) return skip(noOtherUser)
      const directory = yield* openDirectory
      const image = yield* Effect.promise(emptyImage)
      yield* Effect.scoped(open(Pglite.layer({ directory, image })))
      openToAll(directory)
      assert.include(reachedByAnotherUser(directory), `writes ${join(directory, "pglite", "PG_VERSION")}`)
      yield* open(Pglite.layer({ directory }))
      assert.deepStrictEqual(reachedByAnotherUser(directory), [])
      chmodSync(directory, 0o755)
      assert.deepStrictEqual(reachedByAnotherUser(directory), [`lists ${directory}`])
      chmodSync(join(directory, "pglite"), 0o755)
      const data = [directory, join(directory, "pglite")].map((path) => `lists ${path}`)
      assert.deepStrictEqual(reachedByAnotherUser(directory), data)
    })
  )
})

describe("a private directory", () => {
  it.live("is created with its parents, and stays as it is where it is private", () =>
    Effect.gen(function* () {
      const directory = join(yield* openDirectory, "not", "there")
      for (let time = 0; time < 2; time++) {
        assert.strictEqual(yield* privateDirectory(directory), directory)
        assert.strictEqual(modeOf(directory), "700")
      }
      chmodSync(directory, 0o500)
      yield* privateDirectory(directory)
      assert.strictEqual(modeOf(directory), "500")
    })
  )

  it.live("is refused where it belongs to another user", ({ skip }) =>
    Effect.gen(function* () {
      if (noOtherUser !== undefined) return skip(noOtherUser)
      const directory = yield* openDirectory
      chownSync(directory, stranger, stranger)
      assert.include(yield* refusal(directory), `belongs to user ${stranger}`)
      assert.strictEqual(modeOf(directory), "755")
      const secret = join(yield* temporaryDirectory, "secret")
      writeFileSync(secret, "planted")
      chownSync(secret, stranger, stranger)
      assert.include((yield* Effect.flip(readPrivateFile(secret))).message, `belongs to user ${stranger}`)
    })
  )

  it.live("is found through a link of one's own, not through another user's", ({ skip }) =>
    Effect.gen(function* () {
      const home = yield* temporaryDirectory
      const [target, link] = [join(home, "target"), join(home, "link")]
      mkdirSync(target)
      chmodSync(target, 0o755)
      symlinkSync(target, link)
      assert.strictEqual(yield* privateDirectory(link), target)
      assert.strictEqual(modeOf(target), "700")
      if (noOtherUser !== undefined) return skip(noOtherUser)
      chmodSync(target, 0o755)
      lchownSync(link, stranger, stranger)
      assert.include(yield* refusal(link), "symbolic link")
      assert.strictEqual(modeOf(target), "755")
    })
  )

  it.live("is refused where others use it too, and left as it is", () =>
    Effect.gen(function* () {
      const directory = yield* openDirectory
      mkdirSync(join(directory, "uploads"))
      const text = yield* refusal(directory)
      for (const word of ["uploads", join(directory, "agent-operations"), `chmod 700 ${directory}`]) {
        assert.include(text, word)
      }
      assert.strictEqual(modeOf(directory), "755")
      chmodSync(directory, 0o700)
      yield* privateDirectory(directory)
    })
  )

  it.live("has files that are closed to others before they are read, and never reads through a link", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const [file, link] = [join(directory, "file"), join(directory, "link")]
      writeFileSync(file, "kept")
      chmodSync(file, 0o644)
      assert.strictEqual(yield* readPrivateFile(file), "kept")
      assert.strictEqual(modeOf(file), "600")
      symlinkSync(file, link)
      assert.include((yield* Effect.flip(readPrivateFile(link))).message, "symbolic link")
    })
  )
})
