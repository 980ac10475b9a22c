/** Gives the focus to a control by its ID. */
export const focusOn = (id: string): boolean => {
  const control = document.getElementById(id)
  if (control === null) return false
  control.focus()
  return true
}

/** Remembers what has the focus in a form, for when its elements are others. */
export const keepFocus = (form: HTMLFormElement): (() => void) => {
  const focused = document.activeElement
  if (focused === null || !form.contains(focused)) return () => {}
  const value = focused instanceof HTMLButtonElement ? focused.value : undefined
  const caret = focused instanceof HTMLInputElement && focused.type === "text" ? focused.selectionStart : null
  return () => {
    if (document.activeElement === focused) return
    const same =
      document.getElementById(focused.id) ??
      [...form.querySelectorAll("button")].find((button) => value !== undefined && button.value === value)
    if (same === undefined || same === null) return
    same.focus({ preventScroll: true })
    if (same instanceof HTMLInputElement && caret !== null) same.setSelectionRange(caret, caret)
  }
}
