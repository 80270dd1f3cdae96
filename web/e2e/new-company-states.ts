import type { Page } from 'playwright-core'
import { logoImage } from '../../deploy/demo/pictures/poster.ts'
import { harborPine } from '../../deploy/demo/story/harbor-pine.ts'
import { create, details, next, passBusinessStep, passContactStep } from './new-company-form.ts'
import { dialog, type Screen } from './screen.ts'

const form = { path: () => '/new-company', as: 'newcomer' } as const

async function chooseLogo(page: Page, buffer = logoImage(harborPine.logo.motif, harborPine.logo.palette)): Promise<void> {
  await passContactStep(page)
  await page.getByLabel('Company logo').setInputFiles({ name: 'harbor-pine-logo.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Crop or rotate' }).waitFor()
}

/** A pale picture that is too small for a logo: 120 × 80 pixels. */
async function paleLogo(page: Page): Promise<Buffer<ArrayBuffer>> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = 'lemonchiffon'
    context?.fillRect(0, 0, 120, 80)
    return canvas.toDataURL()
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** States of the form for a new company. */
export const newCompanyStates: Screen[] = [
  {
    ...form,
    name: 'new-company-refused',
    shown: async (page) => {
      await next(page).click()
      await page.getByText('Company name is required').waitFor()
    },
  },
  { ...form, name: 'new-company-contact', shown: passBusinessStep },
  {
    ...form,
    name: 'new-company-contact-details',
    shown: async (page) => {
      await passBusinessStep(page)
      await details(page).click()
      await page.getByRole('combobox', { name: 'State' }).fill('N')
      await page.getByRole('option', { name: 'NC', exact: true }).waitFor()
    },
  },
  { ...form, name: 'new-company-brand', shown: passContactStep },
  {
    ...form,
    name: 'new-company-brand-refused',
    shown: async (page) => {
      await passContactStep(page)
      await create(page).click()
      await page.getByText('Company logo is required').waitFor()
    },
  },
  {
    ...form,
    name: 'new-company-logo-colors',
    shown: async (page) => {
      await chooseLogo(page)
      await page.getByRole('button', { name: 'Use the logo’s colors' }).click()
      await page.getByRole('group', { name: /^Primary Color/ }).waitFor()
    },
  },
  {
    ...form,
    name: 'new-company-logo-warnings',
    shown: async (page) => {
      await chooseLogo(page, await paleLogo(page))
      await page.getByText('This logo is hard to see on white.').waitFor()
    },
  },
  {
    ...form,
    name: 'new-company-logo-crop',
    shown: async (page, world) => {
      await chooseLogo(page)
      await page.getByRole('button', { name: 'Crop or rotate' }).click()
      await dialog(() => 'Crop or rotate your logo')(page, world)
      await page.getByRole('group', { name: /^Part of the logo/ }).waitFor()
    },
  },
]
