import { brand } from '@app/contracts/brand.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

/** The product's name in index.html, from the one file that brands it. */
const brandName: Plugin = {
  name: 'brand-name',
  transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name),
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandName],
  server: {
    proxy: { '/api': gateway, '/files': gateway },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows no data: addresses for fonts or scripts.
    assetsInlineLimit: 0,
    // light-dark() as written; the oldest browsers that know it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ }],
        },
      },
    },
  },
})
