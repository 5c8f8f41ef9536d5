import { html, Markup } from './html.ts'

const sheet = new Markup(`
:root { color-scheme: light dark; --line: #c9cdd3; --quiet: #4a5361; --ink: #14181f; --page: #f3f5f7; --card: #fff; --act: #0b6b4f }
@media (prefers-color-scheme: dark) { :root { --line: #48505c; --quiet: #b4bcc8; --ink: #f0f2f5; --page: #12151a; --card: #1c2128; --act: #5fd3ae } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 28rem; margin: 0 auto; padding: 1.25rem; background: var(--card); min-height: 100vh }
main.wide { max-width: 72rem }
h1 { font-size: 2rem; line-height: 1.2; margin: .75rem 0 } h1 small { display: block; font-size: 1rem; font-weight: 400 }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
.logo { font-weight: 700; margin: 0 } .logo small { font-weight: 400 } .logo small, .quiet { color: var(--quiet) }
label { display: block; margin-top: 1rem; font-weight: 600 } .choice { font-weight: 400; margin-top: .5rem }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0 0; padding: .5rem 1rem 1rem } legend { font-weight: 600 }
input:not([type=radio]), select { width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: .5rem }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1rem; padding: .7rem; text-align: center; font: inherit; font-weight: 600; color: var(--card); background: var(--act); border: 2px solid var(--act); border-radius: .5rem; text-decoration: none; cursor: pointer }
button.second { background: none; color: var(--act) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.note { padding: .75rem 1rem; border-left: 4px solid var(--act); background: var(--page) }
.code { font-size: 1.5rem; font-weight: 700 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem } dd { margin: 0; font-weight: 600 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem } th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; font: .9rem/1.45 ui-monospace, monospace }
`)

/** Page layout, mobile first, without JavaScript. */
export const layout = ({
  title,
  body,
  wide = false,
}: {
  title: string
  body: Markup
  wide?: boolean
}): Markup =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${sheet}</style>
</head>
<body><main${wide && html` class="wide"`}>${body}</main></body>
</html>`
