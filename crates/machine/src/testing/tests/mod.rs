mod decide;
