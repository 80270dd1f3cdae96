/**
 * Moves the focus before an item of a list in a dialog is removed: to the last button of the next item, or else of the previous item. If
 * neither has a button, the focus moves to the file chooser of the dialog. `button` is the button that removes the item.
 */
export function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const [next, previous] = [item?.nextElementSibling, item?.previousElementSibling].map((one) =>
    [...(one?.querySelectorAll('button') ?? [])].at(-1),
  )
  const target = next ?? previous ?? button.closest('dialog')?.querySelector<HTMLElement>('input[type="file"]')
  target?.focus()
}
