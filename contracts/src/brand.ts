/**
 * What all of the product says of the company that runs it. To re-brand, change this file, `brand-office.ts`, `brand-mail.ts`, the logo
 * mark and the design tokens.
 */
export const brand = {
  name: 'Palmetto Works',
  city: 'Columbia',
  state: 'South Carolina',
  email: 'support@palmettoworks.example',
} as const
