/** The look of the pages: light and dark, on a phone and on paper. No script. */
export const stylesheet = `
:root{color-scheme:light dark;--text:light-dark(#1c2024,#edeef0);--soft:light-dark(#60646c,#b0b4ba);--line:light-dark(#d9d9e0,#43484e);
--back:light-dark(#fff,#111113);--raised:light-dark(#f6f6f8,#1b1c20);--link:light-dark(#0b5cad,#8ec8f6);--word:light-dark(#7a3e9d,#d3a8f0);
--string:light-dark(#1f6f43,#8fd3a8);--number:light-dark(#9a4a00,#f2b46b)}
*{box-sizing:border-box}
html{font:16px/1.6 system-ui,sans-serif;color:var(--text);background:var(--back);scroll-padding-top:1rem}
body{margin:0 auto;max-width:76rem;padding:0 1.25rem 4rem}
a{color:var(--link)}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;padding:1rem 0;border-bottom:1px solid var(--line)}
header p{margin:0;display:flex;gap:1rem}
.home{font-weight:650;text-decoration:none;color:inherit;margin-right:auto}
input[type=search]{font:inherit;padding:.35rem .6rem;border:1px solid var(--soft);border-radius:.4rem;background:var(--back);color:inherit;max-width:100%}
button{font:inherit;padding:.35rem .8rem;border:1px solid var(--soft);border-radius:.4rem;background:var(--raised);color:inherit}
.columns{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:2.5rem;margin-top:1.5rem}
nav h2{font-size:.8rem;margin:1.2rem 0 .3rem;color:var(--soft)}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:block;padding:.15rem 0;text-decoration:none}
nav a[aria-current]{font-weight:650;color:inherit}
main{min-width:0;max-width:50rem}
h1{font-size:1.9rem;line-height:1.25;margin:.2rem 0 1rem}h2{font-size:1.3rem;margin:2rem 0 .6rem}h3{font-size:1.05rem;margin:1.4rem 0 .4rem}
pre{background:var(--raised);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;overflow-x:auto;font-size:.87rem;line-height:1.5}
code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}pre code{overflow-wrap:normal}
td:first-child code{white-space:nowrap}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.93rem}
th,td{border-bottom:1px solid var(--line);padding:.4rem .8rem .4rem 0;text-align:left;vertical-align:top}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:.25rem solid var(--line);color:var(--soft)}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:.5rem}
.next{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
.hljs-keyword,.hljs-built_in,.hljs-attr{color:var(--word)}.hljs-string{color:var(--string)}.hljs-number,.hljs-literal{color:var(--number)}
.hljs-comment{color:var(--soft)}
@media(max-width:50rem){td:first-child code{white-space:normal}header form{flex:1 1 100%}header form,header label{display:flex;min-width:0;gap:.5rem;align-items:center}
header label,input[type=search]{flex:1;min-width:0;width:0}.columns{grid-template-columns:minmax(0,1fr);gap:1rem}nav{order:2}}
@media print{header form,header p,nav,.skip,.next{display:none}.columns{display:block}pre{white-space:pre-wrap}body{max-width:none}}
`
