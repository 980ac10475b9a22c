import { expect, it } from "vitest"
import { strangers } from "../src/strangers.ts"

const hash = `${"a".repeat(86)}==`

it("finds what a lockfile takes from elsewhere than the registry, or without a strong hash", () => {
  const wrong = [
    "resolution: {tarball: https://example.com/a.tgz}",
    `resolution: {integrity: sha512-${hash}, tarball: https://example.com/a.tgz}`,
    "resolution: {commit: abc, repo: https://example.com/a.git, type: git}",
    "resolution: {integrity: sha1-aaaaaaaaaaaaaaaaaaaaaaaaaaa=}"
  ]
  expect(
    strangers(["a:", `  resolution: {integrity: sha512-${hash}}`, ...wrong.map((line) => `  ${line}`)].join("\n"))
  ).toEqual(wrong)
})
