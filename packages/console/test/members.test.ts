import { assert, describe, it } from "vitest"
import { invitationMail } from "../src/invitations/mail.ts"

const origin = "https://console.test"

describe("an invitation", () => {
  it("from somebody whose address holds a link has none of it", () => {
    const mail = (email: string, name: string) =>
      invitationMail({
        product: "Agent Operations",
        to: "grace@example.com",
        organizationName: "Acme",
        invitedBy: { name, email },
        role: "member",
        link: `${origin}/invitations/open?token=x`
      })
    const { text, html } = mail("www.evil.example/login@example.com", "\u202Ehttps://evil.example\r\nBcc: x\u2069")
    for (const part of [text, html]) {
      assert.include(part, "https: / / evil. example Bcc: x (www. evil. example/ login@ example. com) invites you")
      assert.notMatch(part, /[\u202A-\u202E\u2066-\u2069\r]/)
    }
    assert.include(mail("ada+1@example.com", "Ada").text, "Ada (ada+1@example.com) invites you")
  })
})
