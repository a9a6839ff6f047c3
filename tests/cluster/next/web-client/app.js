document.documentElement.dataset.version = 'next';
