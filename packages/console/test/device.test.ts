import { assert, describe, it } from "vitest"
import { deviceOf } from "../src/account/device.ts"
import { avatar } from "../src/html/avatar.ts"

describe("a browser in words", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
      "Edge on Windows"
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
      "Chrome on Android"
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone"
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
      "Safari on macOS"
    ],
    ["Lynx/2.9.0 Linux", "A browser on Linux"],
    ["nothing of the kind", "A browser that is not known here"],
    [null, "A browser that does not say what it is"]
  ])("is of %s: %s", (userAgent, words) => assert.strictEqual(deviceOf(userAgent), words))
})

describe("a person without a picture", () => {
  it.each([
    ["Ada Lovelace", "AL"],
    ["ada", "A"],
    ["Grace Brewster Murray Hopper", "GH"],
    ["many-sessions", "MS"],
    ["\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "\u05e9\u05e2"],
    ["<b> &", ""],
    ["\u200b\u202e", ""],
    ["", ""]
  ])("%s has the initials %s, in the same colour each time", (name, letters) => {
    const shown = String(avatar({ id: "usr_1", name }))
    assert.match(shown, new RegExp(`>${letters}</span>$`))
    assert.strictEqual(shown, String(avatar({ id: "usr_1", name })))
  })
})
