/** A title with its indefinite article: `an app`, `a page view`. */
export const withArticle = (title: string): string => `${/^[aeiou]/i.test(title) ? "an" : "a"} ${title}`
