import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, expect, it, onTestFinished } from "vitest"
import { emptyImage } from "../src/embeddedDatabase.ts"
import { writeImage } from "../src/pglite/writeImage.ts"

describe("the image that processes of tests begin from", () => {
  it("is written whole, and where it can't be, the file and its size are told and nothing of it is left", async () => {
    const directory = mkdtempSync(join(tmpdir(), "image-"))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const path = join(directory, "some", "image.tar")
    await writeImage([], path)
    assert.isTrue(readFileSync(path).equals(await emptyImage()))
    // A directory by that name is in the way once all is written.
    const taken = join(directory, "some")
    await expect(writeImage([], taken)).rejects.toThrow(
      /^The tests need \d\d MB for .*some, which could not be written: /
    )
    writeFileSync(join(directory, "file"), "")
    await expect(writeImage([], join(directory, "file", "image.tar"))).rejects.toThrow("could not be written")
    assert.sameMembers(readdirSync(directory), ["file", "some"])
  })
})
