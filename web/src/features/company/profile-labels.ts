import type { BrandImageField, ProfileTextField } from '@app/contracts/http/company.ts'

export const profileLabels: Record<ProfileTextField | 'logo' | BrandImageField, string> = {
  companyName: 'Company Name',
  dba: 'DBA',
  fedraltaxid: 'Federal Tax ID',
  industry: 'Industry',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  address1: 'Address Line 1',
  address2: 'Address Line 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP Code',
  country: 'Country',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  insta: 'Instagram',
  x: 'X (Twitter)',
  youtube: 'YouTube',
  fontfamily: 'Font Family',
  color1: 'Primary Color',
  color2: 'Secondary Color',
  color3: 'Tertiary Color',
  timeZone: 'Time Zone',
  logo: 'Logo',
  brandRelateImage1: 'Brand Relate Image 1',
  brandRelateImage2: 'Brand Relate Image 2',
  brandRelateImage3: 'Brand Relate Image 3',
  brandRelateImage4: 'Brand Relate Image 4',
  brandRelateImage5: 'Brand Relate Image 5',
  brandRelateImage6: 'Brand Relate Image 6',
}

export const BRAND_IMAGES_CAPTION = 'Company Brand Details (Brand Logos, Website/Promo Banner, Product or Service Image, etc)'

export const NOT_SIGN_IN_ADDRESS = 'Your company’s address. It’s not the one you sign in with.'
