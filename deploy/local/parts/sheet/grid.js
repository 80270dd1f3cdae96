const LEAST_COLUMNS = 10
const BLANK_ROWS = 3
const BLANK = { shown: '', typed: '' }

const letterOf = (column) => String.fromCharCode(65 + column)

function element(name, attributes = {}, text = '') {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

/** An editable table. The focused cell shows the text that the user types. Other cells show their displayed value. */
export class Grid {
  #head
  #body
  #cells = new WeakMap()
  #firstRow = 1
  #type
  #deleteRow

  constructor(table, { type, deleteRow }) {
    this.#head = table.tHead
    this.#body = table.tBodies[0]
    this.#type = type
    this.#deleteRow = deleteRow
    this.#body.addEventListener('focusin', ({ target }) => this.#begin(target))
    this.#body.addEventListener('focusout', ({ target }) => this.#end(target))
    this.#body.addEventListener('keydown', (event) => this.#onKey(event))
    this.#body.addEventListener('click', ({ target }) => {
      if (target.dataset.delete) this.#deleteRow(Number(target.dataset.delete))
    })
  }

  /** `from` is the number of rows before `rows`. `total` is the number of rows in the sheet, including the header row. */
  show({ headers, rows, from, total }) {
    const columns = Math.min(26, Math.max(LEAST_COLUMNS, headers.length + 1))
    const isLastPage = from + rows.length >= total
    const wanted = [...rows, ...Array.from({ length: isLastPage ? BLANK_ROWS : 0 }, () => [])]
    this.#firstRow = from + 1
    this.#fit(wanted.length, columns)
    for (const [r, row] of [...this.#body.rows].entries()) {
      this.#name(row, this.#firstRow + r, total, headers)
      for (const [c, input] of [...row.querySelectorAll('input')].entries()) this.#fill(input, wanted[r][c] ?? BLANK)
    }
  }

  focusRow(number) {
    const row = this.#body.rows[Math.min(number - this.#firstRow, this.#body.rows.length - 1)]
    row?.querySelector('input').focus()
  }

  /** Adds or removes rows at the end. Existing rows are kept, so that the focused cell keeps the keyboard focus. */
  #fit(rows, columns) {
    if (this.#head.rows[0]?.cells.length !== columns + 1) {
      const letters = Array.from({ length: columns }, (_, column) => element('th', { scope: 'col' }, letterOf(column)))
      const row = element('tr')
      row.append(element('td'), ...letters)
      this.#head.replaceChildren(row)
      this.#body.replaceChildren()
    }
    while (this.#body.rows.length > rows) this.#body.lastElementChild.remove()
    while (this.#body.rows.length < rows) this.#body.append(newRow(columns))
  }

  #name(row, number, total, headers) {
    const [label, button] = row.cells[0].children
    row.className = number === 1 ? 'headers' : ''
    label.textContent = number
    button.hidden = number > total
    button.dataset.delete = number
    button.setAttribute('aria-label', `Delete row ${number}`)
    for (const [column, input] of [...row.querySelectorAll('input')].entries())
      input.setAttribute('aria-label', [letterOf(column) + number, headers[column]].filter(Boolean).join(', '))
  }

  #fill(input, cell) {
    this.#cells.set(input, cell)
    if (input !== document.activeElement) input.value = cell.shown
  }

  #begin(input) {
    const cell = this.#cells.get(input)
    if (cell) input.value = cell.typed
  }

  #end(input) {
    const cell = this.#cells.get(input)
    if (!cell) return
    const text = input.value
    if (text === cell.typed) {
      input.value = cell.shown
      return
    }
    const { row, column } = this.#placeOf(input)
    this.#cells.set(input, { shown: text, typed: text })
    this.#type(this.#firstRow + row, column + 1, text)
  }

  #onKey(event) {
    const cell = this.#cells.get(event.target)
    if (!cell) return
    if (event.key === 'Escape') event.target.value = cell.typed
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const { row, column } = this.#placeOf(event.target)
    const next = this.#body.rows[row + step]?.querySelectorAll('input')[column]
    // The last row has no next cell. There, `blur` saves the change.
    if (next) next.focus()
    else event.target.blur()
  }

  #placeOf(input) {
    const row = input.closest('tr')
    return { row: row.sectionRowIndex, column: [...row.querySelectorAll('input')].indexOf(input) }
  }
}

function newRow(columns) {
  const row = element('tr')
  const head = element('th', { scope: 'row' })
  head.append(element('span'), element('button', { type: 'button', title: 'Delete this row' }, '×'))
  const cells = Array.from({ length: columns }, () => {
    const cell = element('td')
    cell.append(element('input', { autocomplete: 'off', spellcheck: 'false' }))
    return cell
  })
  row.append(head, ...cells)
  return row
}
