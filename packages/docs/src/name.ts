/** What the product is called that nobody named. */
export const defaultName = "Agent Operations"
