import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { useForm } from './use-form.ts'

it('a form that begins again with other values has no unsent input, even before the next render', async () => {
  const answers: boolean[] = []

  function Page() {
    const form = useForm({ initial: { caption: '' }, send: () => Promise.resolve() })

    function beginAgain(): void {
      form.set({ caption: 'Warm bread' })
      answers.push(form.isUnsent())
      form.rebase({ caption: 'Winter bread' }, { caption: 'Winter bread' })
      answers.push(form.isUnsent())
      form.set({ caption: 'Fresh bread' })
      form.clear()
      answers.push(form.isUnsent())
    }
    return (
      <form ref={form.element}>
        <button type="button" onClick={beginAgain}>
          Begin again
        </button>
        <output>{form.values.caption}</output>
      </form>
    )
  }

  await openPart(<Page />)
  await page.getByRole('button', { name: 'Begin again' }).click()
  await expect.element(page.getByText('Winter bread', { exact: true })).toBeVisible()
  expect(answers).toEqual([true, false, false])
})
