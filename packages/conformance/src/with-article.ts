/** The name of a kind with its indefinite article: `an alert_rule`, `a page_view`. */
export const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`
