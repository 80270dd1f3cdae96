/**
 * The company that runs the product. To re-brand the product, change this file, `brand-office.ts`, `brand-mail.ts`, the logo and the design
 * tokens.
 */
export const brand = {
  name: 'Palmetto Works',
  city: 'Columbia',
  state: 'South Carolina',
  email: 'support@palmettoworks.example',
} as const
