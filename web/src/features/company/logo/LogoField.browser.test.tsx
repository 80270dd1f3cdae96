import { getCompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, never } from '../../../testing/api.ts'
import { drawnPicture } from '../../../testing/drawn-picture.ts'
import { company, ownerWith, picture } from '../../../testing/fixtures.ts'
import { newCompany, openNewCompany, passContactStep } from '../../../testing/new-company.ts'
import { address, go, openApp } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
// These modules are imported here, so that loading them does not count toward the timeouts of a test.
import '../CompanyProfile.tsx'
import '../edit/EditProfile.tsx'
import './LogoEditor.tsx'

const crop = page.getByRole('button', { name: 'Crop or rotate' })
const editor = page.getByRole('dialog', { name: 'Crop or rotate your logo' })
const finish = editor.getByRole('button', { name: 'Use this picture' })
const small = page.getByText(/^This logo is small \(100 × 60 pixels\)/)
const faint = page.getByText(/^This logo is hard to see on white/)
const colour = (name: string) => page.getByRole('textbox', { name: `${name} Color` })

const stripes = (...colours: string[]) =>
  drawnPicture({ width: 800, height: 400 }, ...colours.map((one) => ({ colour: one, width: 800 / colours.length })))

async function openBrandStep(logo: File): Promise<void> {
  await openNewCompany()
  await passContactStep()
  await userEvent.upload(newCompany.logo, logo)
}

/** Returns the size and the media type of the chosen logo, and the color of a pixel near its top left corner (RGBA). */
async function chosenLogo(): Promise<{ width: number; height: number; type: string; corner: number[] }> {
  const shown = document.querySelector<HTMLImageElement>('form img') ?? expect.unreachable()
  const blob = await (await fetch(shown.src)).blob()
  const bitmap = await createImageBitmap(blob)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const corner = [...(context?.getImageData(2, 2, 1, 1).data ?? [])]
  return { width: bitmap.width, height: bitmap.height, type: blob.type, corner }
}

it('warns about a small logo and about a logo that is hard to see on white', { tags: 'nightly' }, async () => {
  await openBrandStep(await drawnPicture({ width: 100, height: 60 }, { colour: '#fff0a0', width: 100 }))
  await expect.element(small).toBeVisible()
  await expect.element(faint).toBeVisible()
  await userEvent.upload(newCompany.logo, await stripes('#1f6b4f'))
  await expect.element(small).not.toBeInTheDocument()
  await expect.element(faint).not.toBeInTheDocument()
})

it('the colors of the logo fill the color fields, all at once or one by one', { tags: 'nightly' }, async () => {
  await openBrandStep(await stripes('#1f6b4f', '#d9553b', '#1f6b4f', '#5f37a0', '#f0b472'))
  await page.getByRole('button', { name: 'Use the logo’s colors' }).click()
  await expect.element(colour('Primary')).toHaveValue('#1f6b4f')
  const [second, third] = [colour('Secondary'), colour('Tertiary')].map((field) => (field.element() as HTMLInputElement).value)
  expect(['#d9553b', '#5f37a0', '#f0b472']).toEqual(expect.arrayContaining([second, third]))

  const choice = page.getByRole('button', { name: 'Use #5f37a0 as primary color' })
  await choice.click()
  await expect.element(colour('Primary')).toHaveValue('#5f37a0')
  await expect.element(choice).toHaveAttribute('aria-pressed', 'true')
  await atEachWidth((width) => width !== 390 || expect(choice.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40))
})

it('cuts the logo to a square and turns it, and a JPEG stays a JPEG', async () => {
  await openBrandStep(
    await drawnPicture(
      { width: 800, height: 400, type: 'image/jpeg' },
      { colour: '#ff0000', width: 400 },
      { colour: '#0000ff', width: 400 },
    ),
  )
  await crop.click()
  await editor.getByRole('button', { name: 'Rotate right' }).click()
  await finish.click()
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(crop).toHaveFocus()
  await expect.poll(chosenLogo).toMatchObject({ width: 400, height: 800, type: 'image/jpeg' })
  // The left half is now at the top.
  const [red = 0, , blue = 255] = (await chosenLogo()).corner
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(50)

  await crop.click()
  await editor.getByRole('radio', { name: 'Square' }).click()
  await finish.click()
  await expect.poll(chosenLogo).toMatchObject({ width: 400, height: 400, type: 'image/jpeg' })
})

it('the editor can be operated by keyboard: zoom, move and shape', { tags: 'nightly' }, async () => {
  await openBrandStep(await stripes('#ff0000', '#0000ff'))
  await crop.click()
  const zoom = editor.getByRole('slider', { name: 'Zoom' })
  await expect.element(editor.getByRole('slider', { name: 'Tall or wide' })).toHaveAttribute('aria-valuetext', '2 times as wide as high')
  ;(zoom.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '400%')
  const part = editor.getByRole('group', { name: /Move it with the arrow keys/ })
  ;(part.element() as HTMLElement).focus()
  // Moves the picture to the left, so that the right half is in the frame.
  for (let presses = 0; presses < 60; presses += 1) await userEvent.keyboard('{ArrowLeft}')
  await userEvent.tab()
  await finish.click()
  await expect.poll(chosenLogo).toMatchObject({ width: 200, height: 100 })
  expect((await chosenLogo()).corner.slice(0, 3)).toEqual([0, 0, 255])
})

it('Back and Escape close the editor and keep the logo and the input', { tags: 'nightly' }, async () => {
  await openBrandStep(await stripes('#ff0000'))
  for (const close of [() => go(-1), () => userEvent.keyboard('{Escape}')]) {
    await crop.click()
    await expect.element(editor).toBeVisible()
    expect(address()).toBe('/new-company?step=brand&crop=logo')
    await close()
    await expect.element(editor).not.toBeInTheDocument()
    await expect.poll(address).toBe('/new-company?step=brand')
  }
  expect(await chosenLogo()).toMatchObject({ width: 800, height: 400 })
})

it('a picture that the browser cannot read has no tools and no warnings', async () => {
  await openBrandStep(new File(['no picture'], 'logo.png', { type: 'image/png' }))
  await expect.element(page.getByText('logo.png')).toBeVisible()
  expect(crop.query()).toBeNull()
  expect(faint.query()).toBeNull()
})

it('a stored logo can be cropped, too, and its colors are suggested', { tags: 'nightly' }, async () => {
  ownerWith()
  const colours = { color1: '#ffffff', color2: '#ffffff', color3: '#ffffff' }
  const stored = { ...company, ...colours, industry: 'Bread', email: 'ann@bakery.example', phone: '8035550144', logo: picture('#1f6b4f') }
  answer(getCompanyProfile, () => Response.json(stored))
  const sent = answer(updateCompanyProfile, never)
  await openApp('/management?section=4&show=edit')
  await page.getByRole('button', { name: 'Use #1f6b4f as secondary color' }).click()
  await crop.click()
  await editor.getByRole('button', { name: 'Rotate left' }).click()
  await finish.click()
  await expect.element(page.getByText('It will replace the current picture when you save.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => sent.length).toBe(1)
  const form = sent[0]?.body as FormData
  expect(form.get('logo')).toMatchObject({ name: 'logo.png', type: 'image/png' })
  expect(form.get('color2')).toBe('#1f6b4f')
})
