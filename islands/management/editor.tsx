import { EditorContent, type Editor as Tiptap, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BulletsIcon, NumbersIcon } from './editor-icons.tsx'
import { editorTexts } from './editor-texts.ts'
import { LinkDialog } from './link-dialog.tsx'

interface EditorProps {
  html: string
  isReadOnly: boolean
  labelledBy: string
  onHtml: (html: string) => void
}

/** Only the toolbar's formats; the server's sanitiser allows the same. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
  }),
]

/** The rich-text editor of the e-mail page. Source: specification 2, "Manager: Send email" */
export default function Editor({ html, isReadOnly, labelledBy, onHtml }: EditorProps) {
  const [initialOptions] = useState({
    content: html,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: 'editor-text',
        // Makes long text scrollable by keyboard, also when read-only.
        tabindex: '0',
      },
    },
  })
  /** Current editor content; setContent runs only for external changes (template, reset). */
  const currentHtml = useRef(html)
  const editor = useEditor({
    ...initialOptions,
    extensions,
    editable: !isReadOnly,
    // The stylesheet contains these styles: the CSP forbids injected ones.
    injectCSS: false,
    immediatelyRender: false,
    onUpdate: ({ editor: instance }) => {
      currentHtml.current = instance.isEmpty ? '' : instance.getHTML()
      onHtml(currentHtml.current)
    },
  })
  useEffect(() => {
    if (!editor) return
    if (editor.isEditable === isReadOnly) editor.setEditable(!isReadOnly, false)
    if (html === currentHtml.current) return
    currentHtml.current = html
    editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, isReadOnly, html])

  if (!editor) return null
  return (
    <>
      <Tools editor={editor} isReadOnly={isReadOnly} />
      <EditorContent editor={editor} />
    </>
  )
}

function Tools({ editor, isReadOnly }: { editor: Tiptap; isReadOnly: boolean }) {
  const [isLinking, setIsLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: instance }) => ({
      h1: instance.isActive('heading', { level: 1 }),
      h2: instance.isActive('heading', { level: 2 }),
      h3: instance.isActive('heading', { level: 3 }),
      bold: instance.isActive('bold'),
      italic: instance.isActive('italic'),
      underline: instance.isActive('underline'),
      link: instance.isActive('link'),
      ordered: instance.isActive('orderedList'),
      bullet: instance.isActive('bulletList'),
    }),
  })
  const run = () => editor.chain().focus()
  const tools: readonly (readonly [string, ReactNode, boolean, () => void])[] = [
    [editorTexts.heading({ level: 1 }), 'H1', active.h1, () => run().toggleHeading({ level: 1 }).run()],
    [editorTexts.heading({ level: 2 }), 'H2', active.h2, () => run().toggleHeading({ level: 2 }).run()],
    [editorTexts.heading({ level: 3 }), 'H3', active.h3, () => run().toggleHeading({ level: 3 }).run()],
    [editorTexts.bold(), <b key="b">B</b>, active.bold, () => run().toggleBold().run()],
    [editorTexts.italic(), <i key="i">I</i>, active.italic, () => run().toggleItalic().run()],
    [editorTexts.underline(), <u key="u">U</u>, active.underline, () => run().toggleUnderline().run()],
    [editorTexts.link(), editorTexts.link(), active.link, () => setIsLinking(true)],
    [
      editorTexts.orderedList(),
      <NumbersIcon key="ol" />,
      active.ordered,
      () => run().toggleOrderedList().run(),
    ],
    [editorTexts.bulletList(), <BulletsIcon key="ul" />, active.bullet, () => run().toggleBulletList().run()],
    [
      editorTexts.clearFormatting(),
      editorTexts.clear(),
      false,
      () => run().unsetAllMarks().clearNodes().run(),
    ],
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are not form fields
    <div className="editor-tools" role="group" aria-label={editorTexts.tools()}>
      {tools.map(([label, content, isOn, press]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-pressed={isOn}
          disabled={isReadOnly}
          // Keeps focus and caret in the text, so the user can continue typing.
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
        >
          {content}
        </button>
      ))}
      {isLinking && (
        <LinkDialog
          initial={String(editor.getAttributes('link').href ?? 'https://')}
          onClose={() => setIsLinking(false)}
          onLink={(href) => {
            setIsLinking(false)
            if (href === '') run().extendMarkRange('link').unsetLink().run()
            else if (active.link || !editor.state.selection.empty)
              run().extendMarkRange('link').setLink({ href }).run()
            else
              run()
                .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
                .run()
          }}
        />
      )}
    </div>
  )
}
