const rest =
  "If you are in another browser, you can still open it: the page offers to mail you a link for that browser. If you did not ask for it, ignore this mail: nothing happens."

/** The mail with a sign-in link, which is good for so many seconds. */
export const linkMail = (url: string, lifetime: number) => {
  const minutes = Math.max(1, Math.round(lifetime / 60))
  const text = `Sign in to Agent Operations with this link, in the browser that you asked for it in:

${url}

It works once, for ${minutes} ${minutes === 1 ? "minute" : "minutes"}. ${rest}
`
  return {
    subject: "Sign in to Agent Operations",
    text,
    html: `<p>Sign in to Agent Operations with this link, in the browser that you asked for it in:</p>
<p><a href="${url}">${url}</a></p>
<p>It works once, for ${minutes} ${minutes === 1 ? "minute" : "minutes"}. ${rest}</p>
`
  }
}
