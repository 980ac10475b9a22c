/** A browser without scripts that keeps its cookies. */
const visitor = () => {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const send = async (url: string, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(url, { redirect: "manual", ...init, headers: { cookie: cookie(), ...init.headers } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response.text()
  }
  const post = (url: string, fields: Readonly<Record<string, string>>) =>
    send(url, { method: "POST", body: new URLSearchParams(fields), headers: { origin: new URL(url).origin } })
  return { cookie, send, post }
}

/** Signs the owner of a server in by the link in its outbox, and returns the cookies of that. */
export const signIn = async (url: string, fromTerminal: string): Promise<string> => {
  const { cookie, send, post } = visitor()
  await send(fromTerminal)
  await post(`${url}/sign-in`, { email: "owner@localhost", returnTo: "/" })
  for (let attempt = 0; attempt < 50; attempt++) {
    const token = /\/sign-in\/link\?token=([\w-]{43})/.exec(await send(`${url}/outbox`))?.[1]
    if (token !== undefined) {
      await post(`${url}/sign-in/link`, { token })
      return cookie()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("No link to sign in with came to the outbox.")
}
