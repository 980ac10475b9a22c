import { isEmailAddress } from "@agent-operations/identity"
import { assert, test } from "vitest"

test.each([
  "ada@example.com",
  "ADA.Lovelace+x@Example.com",
  "jürgen@example.com",
  "用户@example.com",
  "owner@localhost",
  "o'neill@a-b.xn--exmple-cua.com",
  `${"a".repeat(64)}@example.com`,
  `a@${"b".repeat(63)}.com`
])("%s is an e-mail address", (text) => assert.isTrue(isEmailAddress(text)))

test.each([
  "",
  "ada",
  "@example.com",
  "ada@",
  "a..b@example.com",
  ".a@example.com",
  "a.@example.com",
  "a@b@example.com",
  '"a b"@example.com',
  "a@example.com, b@example.com",
  "Ada <ada@example.com>",
  "a;b@example.com",
  "ada@exämple.com",
  "ada@example..com",
  "ada@example.com.",
  "ada@.example.com",
  "ada@-example.com",
  "ada@example-.com",
  "ada@exam_ple.com",
  "ada@[127.0.0.1]",
  "ada@example.com\n",
  " ada@example.com",
  "a\0@example.com",
  "\ud800@example.com",
  "\u202eada@example.com",
  "ad\u200ba@example.com",
  "ada\ufeff@example.com",
  "ada\u00ad@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(64)}.com`,
  `a@${"b.".repeat(130)}com`
])("%j is none", (text) => assert.isFalse(isEmailAddress(text)))

test("a long text is none, whatever is in it", () => {
  for (const part of ["a", "a.", "a-", "@", "a@b."]) assert.isFalse(isEmailAddress(part.repeat(1_000_000)))
})
