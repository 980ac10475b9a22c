const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** A text in HTML or XML, also as the value of an attribute. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => escapes[one]!)
