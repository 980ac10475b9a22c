import { hash } from "node:crypto"
import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { slowFiles } from "./slowFiles.ts"

/** The order of files: longest first, and with `--sequence.shuffle` by the seed, as are the tests in each. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const { root, sequence } = this.ctx.config
    const pathOf = ({ moduleId }: TestSpecification) => relative(root, moduleId)
    if (sequence.shuffle === true) {
      const drawn = new Map(files.map((file) => [file, hash("sha1", `${sequence.seed} ${pathOf(file)}`)] as const))
      return files.toSorted((a, b) => (drawn.get(a)! < drawn.get(b)! ? -1 : 1))
    }
    const longest = Object.keys(slowFiles)
    const place = (file: TestSpecification) => {
      const at = longest.indexOf(pathOf(file))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
