import { existsSync, globSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { readDocument, root } from "../src/documents/blocks.ts"

const documents = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "packages/*/src/**/README.md"], {
  cwd: root
})

/** Relative links, and the paths from the root that stand in backticks. */
const targetsOf = (document: string) => {
  const text = readDocument(document)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?=[)#])/g)].map(([, path = ""]) =>
    join(dirname(document), path)
  )
  const paths = [...text.matchAll(/`((?:packages|apps|tooling|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path)
  return [...links, ...paths]
}

test("there are documents to check", () => {
  expect(documents).toEqual(expect.arrayContaining(["README.md", "SPEC.md"]))
})

test.each(documents)("%s leads only to what is there", (document) => {
  expect(targetsOf(document).filter((path) => !existsSync(join(root, path)))).toEqual([])
})
