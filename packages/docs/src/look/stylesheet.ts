/** The look of the pages: light and dark, on a phone and on paper, in the colours of the console. No script. */
export const stylesheet = `
:root{color-scheme:light dark;
--text:light-dark(#16181d,#eceef2);--muted:light-dark(#5a6270,#9da6b4);--surface:light-dark(#ffffff,#101216);
--sunken:light-dark(#f7f8fa,#0b0c0f);--hover:light-dark(#f0f2f5,#20242c);--border:light-dark(#e3e6eb,#2a2f38);
--border-strong:light-dark(#868e9c,#6d7684);--accent:light-dark(#4650d6,#a7b0ff);--accent-fill:light-dark(#4650d6,#5560e4);
--accent-soft:light-dark(#eef0fe,#1f2342);--on-accent:#fff;
--word:light-dark(#7a3e9d,#d3a8f0);--string:light-dark(#18704a,#7fd4a3);--number:light-dark(#80530a,#ecc06a);
--mono:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,monospace}
*{box-sizing:border-box}
html{font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;color:var(--text);background:var(--surface);scroll-padding-top:5rem}
body{margin:0}
a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:1px}a:has(>code){text-underline-offset:.35em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;z-index:2;background:var(--surface);padding:.5rem}

header{position:sticky;top:0;z-index:1;background:var(--surface);border-bottom:1px solid var(--border);font-size:.9rem}
header>div,.columns,.first{max-width:84rem;margin:0 auto;padding:0 1.5rem}
header>div{display:flex;align-items:center;gap:.6rem 1.5rem;min-height:3.6rem}
header a{color:var(--muted);text-decoration:none}header a:hover,header a[aria-current]{color:var(--text)}
.ways a[aria-current]{font-weight:600}
header nav{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
header .home{color:var(--text);font-weight:650;font-size:1rem;white-space:nowrap}
header .to-menu{display:none}header form{display:flex;gap:.4rem;margin-left:auto}
input[type=search],button{font:inherit;height:2.125rem;border:1px solid var(--border-strong);border-radius:6px;background:var(--surface);color:inherit}
input[type=search]{width:12rem;min-width:0;padding:0 .6rem}button{padding:0 .8rem}button:hover{background:var(--hover)}
::placeholder{color:var(--muted);opacity:1}

.columns{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:3rem}
.menu,.contents{position:sticky;top:3.6rem;align-self:start;max-height:calc(100vh - 3.6rem);overflow-y:auto;padding:1.5rem 0;font-size:.875rem;line-height:1.45}
.menu ul,.contents ul{list-style:none;margin:0;padding:0}
.menu summary{font-weight:600;padding:.35rem .5rem;cursor:pointer;border-radius:6px}.menu details+details{margin-top:.2rem}
.menu li a,.contents li a{display:block;padding:.25rem .5rem;border-radius:6px;color:var(--muted);text-decoration:none;overflow-wrap:anywhere}
.menu li a:hover,.contents li a:hover,.menu summary:hover{background:var(--hover);color:var(--text)}
.menu h3{font-size:.75rem;margin:.7rem 0 .1rem 1.4rem;color:var(--muted)}.menu details>ul{padding-left:.9rem}.menu ul ul{font-size:.8rem;margin:.1rem 0 .3rem .5rem;padding-left:.4rem;border-left:1px solid var(--border)}
.menu a[aria-current]{background:var(--accent-soft);color:var(--accent);font-weight:600}
.contents h2{font-size:.75rem;margin:0 0 .3rem;padding:0 .5rem;color:var(--muted)}
main{min-width:0;max-width:47rem;padding:1.5rem 0 5rem}
.trail{margin:0 0 .4rem;font-size:.85rem;color:var(--muted)}.trail a{color:inherit}

h1,h2,h3{overflow-wrap:anywhere}
h1{font-size:2rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 .8rem;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.3;letter-spacing:-.01em;margin:2.6rem 0 .7rem}
h3{font-size:1.05rem;margin:1.8rem 0 .5rem}h1 code,h2 code,h3 code{font-size:.92em}
.columns h1+p{font-size:1.08rem;color:var(--muted)}
p,ul,ol,table{margin:0 0 1rem}
pre{background:var(--sunken);border:1px solid var(--border);border-radius:10px;padding:.9rem 1.1rem;margin:0 0 1.2rem;overflow:auto;scrollbar-width:thin;font-size:.84rem;line-height:1.55}
code{font-family:var(--mono);font-size:.875em;overflow-wrap:anywhere}
:not(pre,a,h1,h2,h3)>code{background:var(--sunken);border:1px solid var(--border);border-radius:4px;padding:.05em .3em}
pre:has(.language-json){max-height:36rem}
pre code{font-size:inherit;overflow-wrap:normal}
.wide{overflow-x:auto;margin:0 0 1.2rem}.wide{scrollbar-width:thin}table{border-collapse:collapse;font-size:.9rem;margin:0;min-width:min(100%,24rem)}
th,td{border-bottom:1px solid var(--border);padding:.5rem 1.2rem .5rem 0;text-align:left;vertical-align:top}
th{font-size:.8rem;color:var(--muted);font-weight:600}td code{overflow-wrap:break-word}td:last-child,td:last-child code{overflow-wrap:anywhere}td:first-child code{white-space:nowrap}
thead:not(:has(th)){display:none}
blockquote{margin:0 0 1.2rem;padding:.7rem 1rem;border-left:3px solid var(--accent);background:var(--accent-soft);border-radius:0 6px 6px 0}blockquote p{margin:0}
img{display:block;max-width:100%;height:auto;border:1px solid var(--border);border-radius:10px;margin:1.4rem 0}
main ul:has(li>strong>code){list-style:none;padding:0;font-size:.93rem}
main ul:has(li>strong>code)>li{padding:.55rem 0;border-top:1px solid var(--border)}
main li>ul:has(li>strong>code){margin:.4rem 0 0;padding-left:1rem;border-left:2px solid var(--border)}
main li>strong>code{background:none;border:0;padding:0;font-weight:650}
main li>strong:has(code)+em{font-style:normal;font-size:.85em;color:var(--muted);margin-left:.35rem}
.next{margin-top:3rem;border-top:1px solid var(--border);padding-top:1.2rem;color:var(--muted)}.next a{font-weight:600}

.tabs{border:0;margin:0 0 1.2rem;padding:0;min-width:0;display:flex;flex-wrap:wrap;gap:0 .2rem}
.tabs legend,.tabs input{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.tabs label{order:1;padding:.35rem .75rem;font-size:.85rem;font-weight:600;color:var(--muted);border-bottom:2px solid transparent;cursor:pointer}
.tabs label:hover{color:var(--text)}.tabs :checked+label{color:var(--text);border-color:var(--accent)}
.tabs :focus-visible+label{outline:2px solid var(--accent);outline-offset:-2px;border-radius:6px}
.tabs div{order:2;width:100%;display:none}.tabs :checked+label+div{display:block}.tabs pre{margin:.4rem 0 0}

.first main{max-width:62rem;margin:0 auto;padding-top:4rem}
.first h1{font-size:clamp(2.2rem,5vw,3.2rem);letter-spacing:-.03em}
.first h1+p{font-size:1.2rem;color:var(--muted);max-width:46rem}
.first h2{margin-top:3.5rem}.first td:first-child{min-width:12rem}
.first p:has(>strong:first-child>a){display:flex;flex-wrap:wrap;gap:.6rem;margin:1.6rem 0}
.first p>strong>a{display:inline-block;font-weight:600;text-decoration:none;padding:.55rem 1.1rem;border-radius:8px;border:1px solid var(--border-strong);color:var(--text)}
.first p>strong:first-child>a{background:var(--accent-fill);border-color:var(--accent-fill);color:var(--on-accent)}
.first ul:has(>li>a:first-child){list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.7rem}
.first li:has(>a:first-child){position:relative;border:1px solid var(--border);border-radius:10px;padding:.8rem 1rem;font-size:.88rem;color:var(--muted)}
.first li:has(>a:first-child):hover{border-color:var(--border-strong);background:var(--sunken)}
.first li>a:first-child{display:block;font-weight:600;font-size:.95rem;text-decoration:none;margin-bottom:.15rem}
.first li>br{display:none}.first li>a:first-child::after{content:"";position:absolute;inset:0}

.hljs-keyword,.hljs-built_in,.hljs-attr{color:var(--word)}.hljs-string{color:var(--string)}.hljs-number,.hljs-literal{color:var(--number)}
.hljs-comment{color:var(--muted)}

@media(min-width:75rem){.columns:has(.contents){grid-template-columns:15rem minmax(0,1fr) 12rem}}
@media(max-width:75rem){.contents{display:none}header .links{display:none}.first header .links{display:flex}}
@media(max-width:60rem){header .to-menu{display:inline;order:3}header{position:static}header>div{flex-wrap:wrap;padding-top:.6rem;padding-bottom:.6rem}header .links{display:flex;order:1}
header nav.ways{order:3;flex:1}header form{order:2;flex:1 1 14rem;margin:0}header form input{flex:1;width:0}
.columns{grid-template-columns:minmax(0,1fr);gap:0}.menu{order:2;position:static;max-height:none;border-top:1px solid var(--border)}
main{padding-bottom:2rem}h1{font-size:1.7rem}.first main{padding-top:2rem}}
@media(max-width:40rem){table:has(td:first-child code):not(:has(td:nth-child(4))) :is(tbody,tr,td){display:block}
table:has(td:first-child code):not(:has(td:nth-child(4))) :is(thead,td:empty){display:none}
table:has(td:first-child code):not(:has(td:nth-child(4))) td{border:0;padding:.1rem 0}
table:has(td:first-child code):not(:has(td:nth-child(4))) tr{border-bottom:1px solid var(--border);padding:.5rem 0}
table:not(:has(th)) td{display:block;padding-right:0}table:not(:has(th)) td:first-child{border:0;padding-bottom:0}}
@media print{header,.menu,.contents,.skip,.next,.trail{display:none}.columns{display:block}main{max-width:none;padding:0}pre,pre:has(code){white-space:pre-wrap;max-height:none}
.tabs{display:block}.tabs label{display:block;border:0}.tabs div{display:block}a{color:inherit}}
`
