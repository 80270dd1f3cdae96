/**
 * Keeps the focus near a list item that is about to be removed from a dialog. Moves the focus to the last button of the next item, or else
 * of the previous item. If neither item has a button, moves the focus to the file chooser of the dialog. `button` removes the item.
 */
export function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const [next, previous] = [item?.nextElementSibling, item?.previousElementSibling].map((one) =>
    [...(one?.querySelectorAll('button') ?? [])].at(-1),
  )
  const target = next ?? previous ?? button.closest('dialog')?.querySelector<HTMLElement>('input[type="file"]')
  target?.focus()
}
