import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepTextsOfTranslation } from '../shared/browser/page-translation.ts'
import { translatePage } from '../testing/translate-page.ts'

keepTextsOfTranslation()

let stop = () => {}
afterEach(() => stop())

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <main>
      <p data-testid="words">
        {count === 1 && 'Only one. '}
        {count > 1 ? <b>Many. </b> : 'Few. '}
        {count < 2 && <i>Small. </i>}
        Count: {count}
        {count === 0 && ' Nothing yet.'}
      </p>
      <button type="button" onClick={() => setCount((count + 1) % 3)}>
        Next
      </button>
    </main>
  )
}

it('conditional texts change while the page is translated', async () => {
  await render(<Counter />)
  stop = translatePage()
  const words = page.getByTestId('words')
  for (const text of [
    'Only one. Few. Small. Count: 1',
    'Many. Count: 2',
    'Few. Small. Count: 0 Nothing yet.',
    'Only one. Few. Small. Count: 1',
  ]) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => words.element().textContent).toBe(text)
    expect(words.element().querySelector('font')).not.toBeNull()
  }
})
