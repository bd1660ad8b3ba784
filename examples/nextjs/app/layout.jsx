export default function Layout({ children }) {
  return (
    <html lang="en">
      <body style={{ font: '18px/1.6 system-ui', margin: '10vh auto', maxWidth: '34em' }}>
        {children}
      </body>
    </html>
  )
}
