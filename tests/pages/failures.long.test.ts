import { afterAll, assert, beforeAll, it } from "vitest"
import { origin, type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

const timeOf = async (body: string) => {
  const headers = { origin, "content-type": "application/x-www-form-urlencoded" }
  const started = performance.now()
  await setting.browser().send("/organizations/new", { method: "POST", body, headers })
  return performance.now() - started
}

it.each(["=&", "a&", "%61&", "a=1&"])("what is no form costs nothing where it is a great many of %s", async (field) => {
  const few = await timeOf("=&".repeat(1000))
  assert.isBelow(await timeOf(field.repeat(1_048_576 / field.length)), Math.max(1000, 50 * few))
})
